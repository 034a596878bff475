/** A difference with its sign, for tables. */
export function signed(difference: number, digits = 3): string {
  return `${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(digits)}`;
}
