import { z } from "zod";
import { FENCE_RULE, fence } from "../../core/fence.js";
import { decide } from "../../decisions/decide.js";
import type { Decision } from "../../decisions/decision.js";
import type { ChatModel } from "../../models/contract.js";
import { passingDecisionLog } from "../baselines/decision-log.js";
import { abstains } from "../scores/abstention.js";
import { tokenF1 } from "../scores/text.js";
import type { Asked } from "../harness/subject.js";
import type { SuiteQuestion } from "./suite.js";

interface Judged {
  readonly question: string;
  readonly gold: string;
  readonly answer: string;
  /** Each is looked for on its own; empty: the answer is right or wrong as a whole. */
  readonly rubric: readonly string[];
  /** The right answer is that memory does not hold it. */
  readonly unanswerable: boolean;
}

const Verdict = z.object({ points: z.array(z.object({ met: z.enum(["yes", "partly", "no"]), reason: z.string() })).min(1) });

const RULES = [
  "You grade answers to questions about a long conversation. You are given the question, the right answer and the answer to grade.",
  "Grade what is said, not how: other words, more detail and other forms of the same date or number are right. An answer that names a wrong fact beside the right one, or only the topic without the fact, is not.",
  "With a rubric, grade each of its points in order: yes when the answer meets it, partly when it meets a part, no when it does not. Without one, grade a single point: yes when the answer says what the right answer says, else no.",
  'Answer with JSON only: {"points":[{"met":"yes"|"partly"|"no","reason":"…"}]}.',
  FENCE_RULE,
] as const;

/** Whether an answer says what it should. Only a model judges: the stand-in goes by words, and its verdicts are never reported. */
export const judgeAnswer: Decision<Judged, typeof Verdict> = {
  name: "judge",
  version: 1,
  answer: Verdict,
  ask: ({ question, gold, answer, rubric, unanswerable }) => [
    { role: "system", content: RULES.join("\n") },
    {
      role: "user",
      content: [
        fence("question", question),
        unanswerable ? "The right answer is to say that the conversation does not tell." : fence("right answer", gold),
        rubric.length === 0 ? "There is no rubric." : fence("rubric", rubric.map((point, at) => `${at + 1}. ${point}`).join("\n")),
        fence("answer to grade", answer),
      ].join("\n\n"),
    },
  ],
  check: ({ points }, { rubric }) =>
    points.length === Math.max(1, rubric.length)
      ? null
      : `Give ${Math.max(1, rubric.length)} points, one for each of the rubric's in order.`,
  offline: ({ gold, answer, unanswerable }) => {
    const right = unanswerable ? abstains({ answer, items: [] }) : tokenF1(answer, [gold]) >= 0.5;
    return { points: [{ met: right ? "yes" : "no", reason: "by words" }] };
  },
};

/** The judge as the output tells it, so that its verdicts can be had again. */
export interface JudgeCard {
  readonly model: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly prompt: readonly string[];
}

export interface Judge {
  readonly card: JudgeCard;
  /** In [0, 1]: the mean over the rubric's points, a half for one partly met. */
  judge(question: SuiteQuestion, asked: Asked): Promise<number>;
}

const WORTH = { yes: 1, partly: 0.5, no: 0 } as const;

/** A judge that is a model; answers that were judged before are not judged again within a run. */
export function createJudge(model: ChatModel, clock: () => Date): Judge {
  const log = passingDecisionLog();
  const runtime = { model, log, clock, run: "judge", label: "", pictures: async () => null };
  return {
    card: { model: model.model, parameters: model.parameters, version: judgeAnswer.version, prompt: RULES },
    judge: async ({ question, gold, golds, rubric, unanswerable }, { answer }) => {
      const input = { question, gold: golds.join(" or ") || gold, answer, rubric: [...rubric], unanswerable: unanswerable === true };
      const { points } = await decide(judgeAnswer, input, runtime, []);
      return points.reduce((sum, { met }) => sum + WORTH[met], 0) / points.length;
    },
  };
}
