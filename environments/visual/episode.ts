import { answerF1 } from "../../core/answer-match.js";
import { MnemaError } from "../../core/errors.js";
import type { Judge } from "../answer-judge.js";
import type { Episode, ObservedPicture, Step, Task } from "../contract.js";
import { episodeOver } from "../episode-over.js";
import { readVisualAction, type VisualAction, WRITTEN } from "./action.js";
import { openCodeSession } from "./code.js";
import type { FoundPage, FoundPicture, VisualTools } from "./ports.js";
import { picturesOf, type VisualData } from "./tasks.js";

/** Pictures of a search that an agent is shown. */
const SHOWN = 3;

interface Seen {
  readonly text: string;
  readonly pictures?: readonly ObservedPicture[];
  readonly legal?: boolean;
}

/**
 * A run of a question about pictures: look things up, visit, compute, then answer once. Progress is the answer's F1, the score 1
 * for an answer that the judge takes for right, else 0.
 */
export async function startVisual(task: Task<VisualData>, tools: VisualTools, judge: Judge, maxSteps: number): Promise<Episode> {
  const { question, golds } = task.data;
  const shown = await picturesOf(task);
  const session = openCodeSession();
  let [observation, pictures]: [string, readonly ObservedPicture[]] = [task.input.observation, shown];
  let [steps, score, isAnswered] = [0, 0, false];
  const isDone = () => isAnswered || steps >= maxSteps;

  const carriedOut = async (action: Exclude<VisualAction, { kind: "ANSWER" }>): Promise<Seen> => {
    if (action.kind === "CODE") {
      const { output, ok } = await session.run(action.code);
      return { text: output, legal: ok };
    }
    if (action.kind === "VISIT") {
      if (tools.visit === undefined) return absent(action.kind);
      const text = await tools.visit(action.address, action.goal);
      return text === null ? { text: `There is no page ${action.address}.`, legal: false } : { text };
    }
    if (action.kind === "IMAGE_SEARCH")
      return tools.imageSearch === undefined ? absent(action.kind) : foundPictures(await tools.imageSearch(action.query, action.limit));
    return tools.webSearch === undefined ? absent(action.kind) : { text: inWords(await tools.webSearch(action.query, action.limit)) };
  };

  return {
    get observation() {
      return observation;
    },
    get pictures() {
      return pictures;
    },
    get done() {
      return isDone();
    },
    actions: () => null,
    step: async (text): Promise<Step> => {
      if (isDone()) throw episodeOver();
      const action = readVisualAction(text);
      steps += 1;
      if (typeof action !== "string" && action.kind === "ANSWER") {
        isAnswered = true;
        const isRight = action.answer !== "" && (await judge({ question, golds, answer: action.answer }));
        score = isRight ? 1 : 0;
        [observation, pictures] = [isRight ? "The answer is right." : "The answer is wrong.", []];
        return { observation, done: true, legal: true, progress: isRight ? 1 : answerF1(action.answer, golds) };
      }
      const seen: Seen = typeof action === "string" ? { text: action, legal: false } : await carriedOut(action);
      [observation, pictures] = [seen.text, seen.pictures ?? []];
      return { observation, pictures, done: isDone(), legal: seen.legal ?? true, progress: 0 };
    },
    score: () => score,
    close: () => session.close(),
  };
}

/** What may be done with these tools. INVALID_CONFIG where nothing can be looked up. */
export function visualInstructions(tools: VisualTools): string {
  if (tools.webSearch === undefined && tools.imageSearch === undefined && tools.visit === undefined)
    throw new MnemaError(
      "INVALID_CONFIG",
      "Questions about pictures are looked up on the web, and nothing says where. Set MNEMA_WEB_SEARCH, MNEMA_IMAGE_SEARCH and MNEMA_VISIT to the addresses of services, or MNEMA_DOCUMENTS to a folder of documents (docs/environments.md).",
      { place: "MNEMA_DOCUMENTS" },
    );
  return [
    "One action a turn:",
    ...(tools.webSearch === undefined ? [] : [`- ${WRITTEN.WEB_SEARCH}`]),
    ...(tools.imageSearch === undefined ? [] : [`- ${WRITTEN.IMAGE_SEARCH}`]),
    ...(tools.visit === undefined ? [] : [`- ${WRITTEN.VISIT}`]),
    `- ${WRITTEN.CODE}`,
    `- ${WRITTEN.ANSWER}`,
    "What is in the brackets is JSON, but for the answer.",
  ].join("\n");
}

function absent(kind: VisualAction["kind"]): Seen {
  return { text: `${kind} cannot be done here.`, legal: false };
}

function foundPictures(found: readonly FoundPicture[]): Seen {
  const pictures = found.flatMap(({ picture }) => (picture === undefined ? [] : [picture])).slice(0, SHOWN);
  const text = inWords(found);
  return pictures.length === 0 ? { text } : { text: `${text}\n${sayShown(pictures.length)}`, pictures };
}

function sayShown(count: number): string {
  return count === 1 ? "The first one that can be shown is attached." : `The first ${count} that can be shown are attached, in this order.`;
}

function inWords(found: readonly FoundPage[]): string {
  if (found.length === 0) return "Nothing was found.";
  return found.map(({ title, address, text }, place) => `(${place + 1}) ${title} — ${address}${text === "" ? "" : `\n${text}`}`).join("\n");
}
