import { diffWordsWithSpace } from "diff";
import type { RuleVersion } from "../../api/shapes.js";

/** Every version, the newest first, with what was changed in its parent's words. */
export function Versions({ versions }: { readonly versions: readonly RuleVersion[] }) {
  const bodyOf = (wanted: number | null) => versions.find(({ version }) => version === wanted)?.body;
  return (
    <>
      {versions.length === 1 && <p className="muted">Its words are still the first ones.</p>}
      <ol className="versions">
        {versions.toReversed().map(({ version, parent, body, correction, task }) => (
          <li key={version}>
            <h3>
              Version {version}
              <span>{parent === null ? ` · from task ${task}` : ` · repaired version ${parent} after task ${task}`}</span>
            </h3>
            <p className="said">
              <Changes before={bodyOf(parent)} after={body} />
            </p>
            {correction !== null && <p className="muted small-text">{correction}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** A text with what was taken out of the one before and put into it; plain when there is none before. */
function Changes({ before, after }: { readonly before: string | undefined; readonly after: string }) {
  if (before === undefined) return after;
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, place) => {
    if (added) return <ins key={place}>{value}</ins>;
    return removed ? <del key={place}>{value}</del> : <span key={place}>{value}</span>;
  });
}
