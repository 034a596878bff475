import type { Suite } from "../../runner/suite.js";
import { importedParts, plainQuestion } from "../imported.js";

/** The kind of question that only refusing to answer is right for. */
const ANSWER_REFUSAL = "AR";

/** MemGallery: conversations with pictures (here their captions), nine kinds of question. */
export const memGallery: Suite = {
  name: "mem-gallery",
  folder: "mem-gallery",
  source: "Mem-Gallery (arXiv 2601.03515): the JSON files of its data/dialog, with data/image beside them for pictures",
  published: ["f1", "bleu1", "em", "judge", "recall"],
  parts: (file) =>
    importedParts(file, (questions) =>
      questions.map((question) => ({ ...plainQuestion(question), unanswerable: question.point === ANSWER_REFUSAL })),
    ),
};
