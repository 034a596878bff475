import type { Round } from "../core/history.js";

/** A stretch of a text that is a secret, and what kind of one. */
interface Secret {
  readonly start: number;
  readonly end: number;
  /** `github`, `slack`, `basicauth` … */
  readonly kind: string;
}

/** Finds secrets by Secretlint's recommended rules: keys of services, tokens, private keys, passwords in addresses. */
async function secretsIn(text: string): Promise<Secret[]> {
  // Loaded where it is asked for: most memories keep what they are told.
  const [{ lintSource }, { creator }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
  ]);
  const { messages } = await lintSource({
    source: { content: text, filePath: "round.txt", ext: ".txt", contentType: "text" },
    options: {
      config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] },
      noPhysicFilePath: true,
      maskSecrets: false,
    },
  });
  return messages.map(({ range: [start, end], ruleId }) => ({ start, end, kind: ruleId.replace(/^.*-rule-/, "") }));
}

/** The text with each secret replaced by what kind of one stood there. */
export async function withoutSecrets(text: string): Promise<string> {
  const secrets = text.trim() === "" ? [] : (await secretsIn(text)).sort((a, b) => a.start - b.start || b.end - a.end);
  let kept = "";
  let from = 0;
  for (const { start, end, kind } of secrets) {
    if (start >= from) kept += `${text.slice(from, start)}[secret removed: ${kind}]`;
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}

/** A round whose texts and captions hold no secret that the detector knows. The same round always becomes the same. */
export async function scrubbed(round: Round): Promise<Round> {
  const turns = round.turns.map(async (turn) => ({
    ...turn,
    text: await withoutSecrets(turn.text),
    pictures: await Promise.all(
      turn.pictures.map(async (picture) => ({
        ...picture,
        caption: picture.caption === null ? null : await withoutSecrets(picture.caption),
      })),
    ),
  }));
  return { ...round, turns: await Promise.all(turns) };
}
