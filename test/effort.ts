/**
 * How often a test tries: `quick` where someone waits for it, `thorough` where CI runs or `MNEMA_THOROUGH` asks for it. What is
 * claimed must hold for either number.
 */
export function effort(quick: number, thorough: number): number {
  return process.env["CI"] === "true" || process.env["MNEMA_THOROUGH"] === "true" ? thorough : quick;
}
