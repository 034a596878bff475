import { MnemaError } from "../core/errors.js";
import { createMemoProgram, type MemoProgram } from "../environments/programs/memo-program.js";
import type { CarriedProgram } from "../hosts/solo/play.js";
import type { NamedProgram, ToldError } from "./play-threads.js";

/** Programs that are kept while no task is done with them. */
const KEPT = 4;

/** What a thread asks for outside; answers come as `stated` and `encoded`. */
interface Asking {
  state(key: string): void;
  encode(key: string, call: number, texts: readonly string[]): void;
}

interface Carried {
  readonly program: MemoProgram;
  /** Once it was asked for. */
  stated: Promise<void> | null;
  users: number;
}

type Vectors = readonly (Float32Array | null)[];

/** Memo programs inside a thread that does tasks: one of each key, in its state. Several tasks at one time take turns with it. */
export function createCarriedPrograms(asking: Asking) {
  /** The latest used last. */
  const open = new Map<string, Carried>();
  const states = new Map<string, (state: CarriedProgram["state"]) => void>();
  const calls = new Map<number, (vectors: Vectors | ToldError) => void>();
  let last = 0;

  const encode = async (key: string, texts: readonly string[]): Promise<Vectors> => {
    const call = ++last;
    asking.encode(key, call, texts);
    const vectors = await new Promise<Vectors | ToldError>((resolve) => calls.set(call, resolve));
    if ("code" in vectors) throw new MnemaError(vectors.code, vectors.message);
    return vectors;
  };

  const begun = ({ key, source, seed }: NamedProgram): Carried => {
    const encoder = { encode: (texts: readonly string[]) => encode(key, texts) };
    return { program: createMemoProgram({ source, encoder, model: null, seed }), stated: null, users: 0 };
  };

  const stated = async (key: string, program: MemoProgram): Promise<void> => {
    asking.state(key);
    program.restore(await new Promise<CarriedProgram["state"]>((resolve) => states.set(key, resolve)));
  };

  const closeUnused = async (): Promise<void> => {
    for (const [key, { users, program }] of open) {
      if (open.size <= KEPT) return;
      if (users > 0) continue;
      open.delete(key);
      await program.close();
    }
  };

  const holding = async <Result>(named: NamedProgram, work: (carried: Carried) => Promise<Result>): Promise<Result> => {
    const carried = open.get(named.key) ?? begun(named);
    open.delete(named.key);
    open.set(named.key, carried);
    carried.users += 1;
    try {
      return await work(carried);
    } finally {
      carried.users -= 1;
      await closeUnused();
    }
  };

  return {
    /** Starts a program, whose state may not be there yet. What fails here fails again, and is told, when it is asked. */
    prepare: (named: NamedProgram): Promise<unknown> => holding(named, ({ program }) => program.missing()).catch(() => null),
    /** Lets `work` have a program, in its state. */
    using: <Result>(named: NamedProgram, work: (program: MemoProgram) => Promise<Result>): Promise<Result> =>
      holding(named, async (carried) => {
        await (carried.stated ??= stated(named.key, carried.program));
        return work(carried.program);
      }),
    stated: (key: string, state: CarriedProgram["state"]): void => {
      states.get(key)?.(state);
      states.delete(key);
    },
    encoded: (call: number, vectors: Vectors | ToldError): void => {
      calls.get(call)?.(vectors);
      calls.delete(call);
    },
  };
}
