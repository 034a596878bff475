/**
 * The action that a reply means: what follows its last `ACTION:`, else the listed action that it names last, else all of
 * it. A listed action is found whatever its case, brackets and commas.
 */
export function actionIn(reply: string, listed: readonly string[] | null): string {
  const marked = [...reply.matchAll(/ACTION:[ \t]*([\s\S]*?)(?=\n\s*ACTION:|$)/g)].at(-1)?.[1]?.trim();
  if (listed === null) return marked === undefined || marked === "" ? reply : marked;
  const line = marked?.split("\n")[0]?.trim();
  const wanted = plain(line ?? reply);
  const same = listed.find((action) => plain(action) === wanted);
  if (same !== undefined) return same;
  const all = ` ${plain(reply)} `;
  const named = listed
    .map((action) => ({ action, place: all.lastIndexOf(` ${plain(action)} `) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => other.place - one.place || other.action.length - one.action.length);
  return line !== undefined && line !== "" ? line : (named[0]?.action ?? reply);
}

function plain(text: string): string {
  return (text.toLowerCase().match(/[^\s(),.;:`"'*]+/g) ?? []).join(" ");
}
