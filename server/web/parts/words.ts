/** "1 round", "2 rounds". */
export function count(number: number, one: string): string {
  return `${number.toLocaleString()} ${number === 1 ? one : `${one}s`}`;
}

/** A name that a program made, for people: `sleep_reports` is "Sleep reports". */
export function title(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function bytes(number: number): string {
  if (number < 1000) return `${number} B`;
  return number < 1_000_000 ? `${Math.round(number / 1000)} kB` : `${(number / 1_000_000).toFixed(1)} MB`;
}
