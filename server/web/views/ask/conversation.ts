import { call, inMemory, Problem } from "../../api/client.js";
import { eventsOf } from "../../api/events.js";
import type { Answer, Call, ChatReply, Evidence, PastQuestion } from "../../api/shapes.js";
import { createStore, type Store } from "../../api/store.js";

/** A question with all that is known of its answer so far. */
export interface Exchange {
  readonly id: string;
  readonly question: string;
  readonly state: "asking" | "answered" | "failed" | "stopped";
  readonly plan: readonly Call[];
  readonly evidence: readonly Evidence[];
  /** The answer's words as they come. */
  readonly words: string;
  readonly answer: Answer | null;
  /** What it took; null for one that was asked earlier. */
  readonly cost: { readonly tokens: number; readonly ms: number } | null;
  /** The run that takes the exchange in. */
  readonly run: string | null;
  readonly problem: string | null;
}

/** What is said with one memory. It goes on while another view is looked at. */
export interface Conversation {
  readonly exchanges: Store<readonly Exchange[]>;
  ask(question: string, remember: boolean): void;
  /** Stops the work on the last question. */
  stop(): void;
}

const EARLIER = 20;
const conversations = new Map<string, Promise<Conversation>>();

/** The memory's conversation, with its last questions. */
export function conversationWith(memory: string): Promise<Conversation> {
  const known = conversations.get(memory);
  if (known !== undefined) return known;
  const opening = open(memory);
  conversations.set(memory, opening);
  opening.catch(() => conversations.delete(memory));
  return opening;
}

/** Drops what is kept here: after something was forgotten, answers may quote it. */
export function dropConversation(memory: string): void {
  conversations.delete(memory);
}

async function open(memory: string): Promise<Conversation> {
  const { questions } = await call<{ questions: readonly PastQuestion[] }>(`${inMemory(memory, "questions")}?limit=${EARLIER}`);
  const exchanges = createStore<readonly Exchange[]>(
    questions
      .filter(({ answer }) => answer !== null)
      .map(earlier)
      .toReversed(),
  );
  let working: AbortController | null = null;

  const change = (id: string, next: (now: Exchange) => Partial<Exchange>) =>
    exchanges.set(exchanges.get().map((exchange) => (exchange.id === id ? { ...exchange, ...next(exchange) } : exchange)));

  const work = async (id: string, body: object, signal: AbortSignal) => {
    for await (const { name, data } of eventsOf(inMemory(memory, "chat"), { method: "POST", body, signal }))
      change(id, (now) => heard(now, name, data));
    change(id, ({ state }) => (state === "asking" ? { state: "failed", problem: "The connection broke off. Ask again." } : {}));
  };

  return {
    exchanges,
    ask: (question, remember) => {
      working?.abort();
      const controller = new AbortController();
      working = controller;
      const id = crypto.randomUUID?.() ?? String(Math.random());
      exchanges.set([...exchanges.get(), { ...NOTHING, id, question }]);
      work(id, { question, remember, stream: true }, controller.signal).catch((error: Error) =>
        change(id, () => (controller.signal.aborted ? { state: "stopped" } : { state: "failed", problem: error.message })),
      );
    },
    stop: () => working?.abort(),
  };
}

const NOTHING = { state: "asking", plan: [], evidence: [], words: "", answer: null, cost: null, run: null, problem: null } as const;

/** What an event adds. */
function heard({ plan, evidence, words }: Exchange, name: string, data: unknown): Partial<Exchange> {
  switch (name) {
    case "plan":
      return { plan: (data as { steps: readonly Call[] }).steps.map((step) => ({ ...step, arguments: {} })) };
    case "step": {
      const next = plan.findIndex((call) => !isMade(call));
      return { plan: next < 0 ? [...plan, data as Call] : plan.with(next, data as Call) };
    }
    case "evidence":
      return { evidence: [...evidence, ...(data as { units: readonly Evidence[] }).units] };
    case "token":
      return { words: words + (data as { token: string }).token };
    case "answer": {
      const { tokens, ms, run, plan: made, ...reply } = data as ChatReply;
      // The evidence that came before names its pictures too.
      return { state: "answered", answer: reply, plan: made, words: reply.answer, cost: { tokens, ms }, run };
    }
    case "error":
      throw new Problem(0, "FAILED", (data as { detail: string }).detail);
    default:
      return {};
  }
}

export function isMade({ result, error }: Call): boolean {
  return (result ?? null) !== null || (error ?? null) !== null;
}

function earlier({ id, question, plan, evidence, answer }: PastQuestion): Exchange {
  return { ...NOTHING, id, question, plan, evidence, answer, state: "answered", words: answer?.answer ?? "" };
}
