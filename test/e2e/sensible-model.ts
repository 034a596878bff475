import type { ServerReply, ServerRequest } from "./openai-server.js";

/** Answers by schema name. One that is not here falls back to the sensible one. */
export type Answers = Readonly<Record<string, (request: ServerRequest) => ServerReply>>;

/** Replies as a good model would to what both graphs ask, from the prompt's text alone; questions are about rain. */
export function sensibleModel(own: Answers = {}): (request: ServerRequest) => ServerReply {
  const answers: Answers = {
    extract,
    "describe-episode": describe,
    "describe-topic": describe,
    "name-table": nameTable,
    plan,
    "instantiate-Compute": compute,
    "instantiate-SemanticMatch": search,
    answer,
    ...own,
  };
  return (request) => {
    const answer = answers[request.schemaName ?? ""];
    return answer === undefined ? { status: 400, message: `this test has no answer to ${request.schemaName}` } : answer(request);
  };
}

/** Fenced texts of a request, with their labels. */
export function fencedTexts({ text }: ServerRequest): { label: string; text: string }[] {
  return [...text.matchAll(/<recalled from="([^"]*)">\n([\s\S]*?)\n<\/recalled>/g)].map(([, label = "", inner = ""]) => ({
    label,
    text: inner,
  }));
}

/** Every `- label: value` line. */
function extract(request: ServerRequest): ServerReply {
  const items = fencedTexts(request).flatMap(({ label, text }) => {
    const [, kind, turn] = /^(user|assistant|caption|picture), turn (\d+)/.exec(label) ?? [];
    return [...text.matchAll(/^- ([^:\n]+): (.+)$/gm)].map(([, attribute, value]) => ({
      attribute,
      value,
      kind,
      turn: Number(turn),
      picture: null,
    }));
  });
  return { json: { items } };
}

/** The first words of the first text. */
function describe(request: ServerRequest): ServerReply {
  return { json: { description: `About: ${(fencedTexts(request)[0]?.text ?? "nothing").split(/\s+/).slice(0, 12).join(" ")}` } };
}

function nameTable(request: ServerRequest): ServerReply {
  const columns = JSON.parse(fencedTexts(request).find(({ label }) => label === "attributes with values")?.text ?? "[]") as {
    attribute: string;
    kinds: Record<string, number>;
  }[];
  return {
    json: {
      name: "Readings of the Garden!",
      description: "Garden readings.",
      columns: columns.map(({ attribute, kinds }) => ({
        attribute,
        type: "number" in kinds ? "number" : "text",
        meaning: `the ${attribute}`,
      })),
    },
  };
}

/** Totals by Compute, everything else by retrieval. */
function plan(request: ServerRequest): ServerReply {
  return { json: { steps: [{ goal: "Find it out", tool: questionOf(request).includes("total") ? "Compute" : "SemanticMatch" }] } };
}

function compute(request: ServerRequest): ServerReply {
  const table =
    fencedTexts(request)
      .find(({ label }) => label.startsWith("table "))
      ?.label.slice("table ".length) ?? "none";
  return { json: { table, target_column_expression: "rain", operator: "sum", optional_column_filters: null, group_by: null } };
}

function search(request: ServerRequest): ServerReply {
  return { json: { query_content: questionOf(request), retrieval_scope: "event" } };
}

/** The first number of the calls' results, and a citation of the first evidence. */
function answer(request: ServerRequest): ServerReply {
  const texts = fencedTexts(request);
  const value = /"value":(-?[\d.]+)/.exec(texts.find(({ label }) => label === "calls")?.text ?? "")?.[1];
  const [, rounds = ""] =
    /^evidence 1, \S+ rounds (.*)$/.exec(texts.find(({ label }) => label.startsWith("evidence 1,"))?.label ?? "") ?? [];
  const known = value === undefined ? null : Number(value);
  return {
    json: {
      answer: known === null ? "I found this." : `It was ${known} mm in all.`,
      value: known,
      items: known === null ? [] : [String(known)],
      citations: rounds.split(" ").filter(Boolean).slice(0, 1),
    },
  };
}

function questionOf(request: ServerRequest): string {
  return fencedTexts(request).find(({ label }) => label === "question")?.text ?? "";
}
