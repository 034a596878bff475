/** A figure with its name, in a list of such. */
export function Figure({ name, value }: { readonly name: string; readonly value: number | string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString()}</dd>
    </div>
  );
}
