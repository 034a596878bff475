import type { Suite } from "../../runner/suite.js";
import { importedParts, plainQuestion } from "../imported.js";

/** Analytic logs: chats whose numbers are public tables, with exact answers computed from them. */
export const analyticLogs: Suite = {
  name: "analytic-logs",
  folder: "analytic-logs",
  source:
    "the project's own logs over tables of vega-datasets: JSON in MemGallery's format with `fields`, `records` and questions with `value`",
  published: ["exact", "rounds", "f1"],
  parts: (file) => importedParts(file, (questions) => questions.map(plainQuestion)),
};
