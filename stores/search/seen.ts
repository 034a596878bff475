import type { Picture, Turn } from "../../core/history.js";
import type { LogStore, StoredRound } from "../contract.js";

/**
 * The rounds with what was seen in pictures that nobody described in the place of their captions: the text that a reader
 * found, else what a model observed in them. So a round that is a picture alone is found, and told. `earlier` gives a round
 * as it was made before, under its seq; `fresh` are the seqs of those that are made anew.
 */
export async function withSeen(
  rounds: readonly StoredRound[],
  log: Pick<LogStore, "observations" | "pictureTexts">,
  earlier: (seq: number) => StoredRound | undefined,
): Promise<{ rounds: readonly StoredRound[]; fresh: ReadonlySet<number> }> {
  const seen = new Map<number, readonly Turn[]>();
  const unseen: StoredRound[] = [];
  for (const round of rounds.filter(hasBare)) {
    const before = earlier(round.seq);
    if (before === undefined || hasBare(before)) unseen.push(round);
    else seen.set(round.seq, before.turns);
  }
  if (unseen.length > 0) {
    const observed = await log.observations(unseen.map(({ seq }) => seq));
    for (const { seq, turns } of unseen) {
      const told = (turn: number, picture: number) =>
        (observed.get(seq) ?? [])
          .filter(({ source }) => source.kind === "picture" && source.turn === turn && source.picture === picture)
          .map(({ attribute, value }) => `${attribute}: ${value}`)
          .join("; ");
      seen.set(seq, await Promise.all(turns.map((turn, at) => seenTurn(turn, (picture) => told(at, picture), log))));
    }
  }
  return {
    rounds: rounds.map((round) => ({ ...round, turns: seen.get(round.seq) ?? round.turns })),
    fresh: new Set(unseen.map(({ seq }) => seq)),
  };
}

async function seenTurn(turn: Turn, told: (picture: number) => string, log: Pick<LogStore, "pictureTexts">): Promise<Turn> {
  const pictures = turn.pictures.map(async (picture, place) => {
    if (!isBare(picture)) return picture;
    const read = [...(await log.pictureTexts(picture.hash ?? "")).values()].join("\n").trim();
    return { ...picture, caption: read || told(place) || null };
  });
  return { ...turn, pictures: await Promise.all(pictures) };
}

function hasBare({ turns }: StoredRound): boolean {
  return turns.some(({ pictures }) => pictures.some(isBare));
}

/** A picture that is there and that nobody described. */
function isBare({ hash, caption }: Picture): boolean {
  return hash !== null && (caption === null || caption.trim() === "");
}
