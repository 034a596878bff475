import { useState } from "react";
import { roundHref } from "../api/route.js";

const FIRST = 8;

/** Links that open rounds; of many, the first few until one asks for more. */
export function RoundChips({ rounds }: { readonly rounds: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all || rounds.length <= FIRST + 1 ? rounds : rounds.slice(0, FIRST);
  return (
    <span className="chips">
      {shown.map((round) => (
        <RoundChip key={round} round={round} />
      ))}
      {shown.length < rounds.length && (
        <button type="button" className="chip more" onClick={() => setAll(true)}>
          {rounds.length - shown.length} more
        </button>
      )}
    </span>
  );
}

export function RoundChip({ round }: { readonly round: string }) {
  return (
    <a className="chip" href={roundHref(round)} title={`Open round ${round}`}>
      {round}
    </a>
  );
}
