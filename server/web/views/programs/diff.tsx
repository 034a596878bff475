const CHANGE = { "+": "ins", "-": "del" } as const;

/** A unified diff, line by line, without the names of its files. */
export function Diff({ diff }: { readonly diff: string }) {
  const first = diff.indexOf("@@");
  const lines = first === -1 ? [] : diff.slice(first).trimEnd().split("\n");
  if (lines.length === 0) return <p className="muted">Its source is that of its parent.</p>;
  return (
    <pre className="code diff" tabIndex={0}>
      {lines.map((line, place) => {
        const Line = CHANGE[line.charAt(0) as keyof typeof CHANGE] ?? "span";
        return <Line key={place}>{`${line}\n`}</Line>;
      })}
    </pre>
  );
}
