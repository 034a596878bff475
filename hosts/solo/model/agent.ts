import { canonicalJson } from "../../../core/canonical.js";
import { MnemaError } from "../../../core/errors.js";
import type { Episode, Task } from "../../../environments/contract.js";
import { firstSeen } from "../../../environments/first-seen.js";
import type { StepRecord } from "../../../environments/programs/recorder.js";
import type { ChatModel, Message, MessagePart } from "../../../models/contract.js";
import { actionIn } from "../../model/action-in.js";
import type { SoloAgent, SoloRun, SoloTrace } from "../contract.js";
import { goOn, keepPictures, recordStep } from "../record.js";
import { memoryParts, observationParts, systemOf, taskPart } from "./prompt.js";

/** Raised whenever the prompts change, so that runs under different prompts are not compared. */
const PROMPTS = 1;
/** Tokens that a turn may write. */
const MAX_TOKENS = 2_000;
/** Observations that are shown with all they hold; of older ones only the actions stay. */
const SHOWN = 3;

/**
 * A chat model as the agent. What memory gave comes once, before the first turn; then observations and actions take
 * turns, with pictures where the model sees them. A reply that holds no action goes to the environment as it is, which
 * says what is wrong with it. Throws what the model throws (MODEL_UNREACHABLE …), and MODEL_REFUSED when it declines.
 */
export function createModelSoloAgent(model: ChatModel, { pictures = true }: { readonly pictures?: boolean } = {}): SoloAgent {
  return {
    configuration: `model-solo ${canonicalJson({ model: model.model, parameters: model.parameters, prompts: PROMPTS, pictures })}`,
    run: (task, episode, run) => runModel(model, pictures, task, episode, run),
  };
}

/** A turn of the conversation: what was shown in full, and what is left of it later. */
interface Turn {
  readonly role: "user" | "assistant";
  readonly parts: readonly MessagePart[];
  readonly later: readonly MessagePart[];
}

async function runModel(model: ChatModel, withPictures: boolean, task: Task, episode: Episode, run: SoloRun): Promise<SoloTrace> {
  const steps: StepRecord[] = [];
  let tokens = 0;
  let actions = episode.actions();
  const system = systemOf(task.input, actions !== null);
  const opening = [...memoryParts(run.memory, withPictures), taskPart(task.input)];
  let images = withPictures ? await keepPictures(episode.pictures, run) : [];
  const first = observationParts(firstSeen(task.input, episode.observation), { images, actions, refused: false });
  const turns: Turn[] = [{ role: "user", parts: [...opening, ...first], later: opening }];

  while (!episode.done) {
    goOn(run, task);
    const reply = await model.complete(messagesOf(system, turns), {
      maxTokens: MAX_TOKENS,
      pictures: (hash) => run.picture(hash),
      ...(run.signal === undefined ? {} : { signal: run.signal }),
    });
    tokens += reply.tokens.input + reply.tokens.output;
    if (reply.finish === "refusal" || reply.finish === "content_filter")
      throw new MnemaError("MODEL_REFUSED", `The model declined to act (finish reason ${reply.finish}).`, { place: task.id });
    const said = reply.text.trim();
    const action = actionIn(said, actions);
    const step = await episode.step(action);
    const recorded = await recordStep(action, step, run);
    steps.push(recorded);
    actions = episode.actions();
    images = withPictures ? recorded.images : [];
    const outcome = `${action}${step.legal ? "" : " (refused)"}`;
    turns.push({ role: "assistant", parts: text(said === "" ? "(nothing)" : said), later: text(`ACTION: ${outcome}`) });
    turns.push({
      role: "user",
      parts: observationParts(step.observation, { images, actions, refused: !step.legal }),
      later: text("(an observation that is over)"),
    });
  }
  return { steps, messages: conversation(system, turns), reward: episode.score(), tokens };
}

function messagesOf(system: string, turns: readonly Turn[]): Message[] {
  const full = turns.length - 2 * SHOWN + 1;
  return [
    { role: "system", content: system },
    ...turns.map(({ role, parts, later }, place): Message => ({ role, content: plain(place < full ? later : parts) })),
  ];
}

/** Text alone as a string: some services take no other content of an assistant. */
function plain(parts: readonly MessagePart[]): Message["content"] {
  const [first, ...rest] = parts;
  return first?.type === "text" && rest.length === 0 ? first.text : parts;
}

/** The whole conversation as text. */
function conversation(system: string, turns: readonly Turn[]): SoloTrace["messages"] {
  const inWords = (part: MessagePart) => (part.type === "text" ? part.text : `[picture ${part.hash}]`);
  return [{ role: "system", content: system }, ...turns.map(({ role, parts }) => ({ role, content: parts.map(inWords).join("\n\n") }))];
}

function text(content: string): MessagePart[] {
  return [{ type: "text", text: content }];
}
