import type { NodeKind } from "../contract.js";

/**
 * Labels of what a memory holds, each with what names a node of it beside the memory: an index over several properties is
 * used only where all are named. Labels that say more about such a node (Current, Topic, Episode, Event) are left out.
 */
export const CONTENT_LABELS = {
  Round: ["seq"],
  SourceId: ["key"],
  Image: ["hash"],
  PictureText: [],
  Decision: ["key"],
  Vector: ["hash", "model"],
  Table: ["id"],
  Row: ["table", "seq"],
  Unit: ["id"],
  Query: ["id"],
  Rule: ["id"],
  RuleVersion: ["rule", "version"],
  RuleStep: ["stream", "step"],
  StreamTask: ["stream", "ordinal"],
  Replay: ["key"],
  Program: ["search", "id"],
  ProgramStep: ["search", "step"],
  ProgramRun: ["key"],
} as const;

export type ContentLabel = keyof typeof CONTENT_LABELS;

/** Labels of the hierarchy's nodes. A label cannot be a parameter, so it becomes text only from here. */
export const UNIT_LABELS: Readonly<Record<NodeKind, "Topic" | "Episode" | "Event">> = {
  topic: "Topic",
  episode: "Episode",
  event: "Event",
};
