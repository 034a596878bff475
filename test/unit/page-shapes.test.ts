import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { formatNames } from "../../importers/registry.js";
import type { Answer } from "../../server/resources/chat.js";
import type { Cost, Decision, Removes } from "../../server/resources/care.js";
import type { MemoryDetail } from "../../server/resources/memories.js";
import type { Question } from "../../server/resources/questions.js";
import type { Observation, Round, Topic } from "../../server/resources/rounds.js";
import type { Pair, Report, Rule, RuleSummary } from "../../server/resources/rules.js";
import type { Run } from "../../server/resources/runs.js";
import type { Program, ProgramCard, RunPair, SearchReport } from "../../server/resources/searches.js";
import type { Accepted } from "../../server/resources/sessions.js";
import type { TableRow, TableSchema } from "../../server/resources/tables.js";
import type * as shapes from "../../server/web/api/shapes.js";
import { FORMATS } from "../../server/web/views/add/formats.js";

describe("what the page reads", () => {
  // Checked by `npm run types`: a route that says something else no longer fits.
  it("is what the routes send", () => {
    expectTypeOf<z.output<typeof MemoryDetail>>().toExtend<shapes.MemoryDetail>();
    expectTypeOf<z.output<typeof Answer>>().toExtend<shapes.ChatReply>();
    expectTypeOf<z.output<typeof Question>>().toExtend<shapes.PastQuestion>();
    expectTypeOf<z.output<typeof Run>>().toExtend<shapes.Run>();
    expectTypeOf<z.output<typeof Accepted>>().toExtend<shapes.UploadReply>();
    expectTypeOf<z.output<typeof TableSchema>>().toExtend<shapes.Table>();
    expectTypeOf<z.output<typeof TableRow>>().toExtend<shapes.Row>();
    expectTypeOf<z.output<typeof Round>>().toExtend<shapes.Round>();
    expectTypeOf<z.output<typeof Observation>>().toExtend<shapes.Observation>();
    expectTypeOf<z.output<typeof Topic>>().toExtend<shapes.Topic>();
    expectTypeOf<z.output<typeof Cost>>().toExtend<shapes.Cost>();
    expectTypeOf<z.output<typeof Decision>>().toExtend<shapes.Decision>();
    expectTypeOf<z.output<typeof RuleSummary>>().toExtend<shapes.RuleSummary>();
    expectTypeOf<z.output<typeof Rule>>().toExtend<shapes.Rule>();
    expectTypeOf<z.output<typeof Pair>>().toExtend<shapes.RulePair>();
    expectTypeOf<z.output<typeof Report>>().toExtend<shapes.RuleReport>();
    expectTypeOf<z.output<typeof SearchReport>>().toExtend<shapes.SearchReport>();
    expectTypeOf<z.output<typeof ProgramCard>>().toExtend<shapes.ProgramCard>();
    expectTypeOf<z.output<typeof Program>>().toExtend<shapes.Program>();
    expectTypeOf<z.output<typeof RunPair>>().toExtend<shapes.TaskRunPair>();
    expectTypeOf<z.output<typeof Removes>>().toExtend<shapes.Removes>();
  });

  it("offers the formats that there are", () => {
    expect(FORMATS.toSorted()).toEqual([...formatNames()].toSorted());
  });
});
