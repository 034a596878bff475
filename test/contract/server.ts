import { describe, it } from "vitest";

/** Runs tests that need a server: skipped with a line that says so where `address` is empty, and a failure in CI. */
export function withServer(what: string, start: string, variable: string, address: string, run: (address: string) => void): void {
  if (address !== "") return run(address);
  const why = `needs ${what}: start it with \`${start}\`, or set ${variable}`;
  if ((process.env.CI || "false") === "false") {
    process.stderr.write(`skipped: ${why}\n`);
    describe.skip(why, () => void it("is skipped", () => undefined));
  } else {
    it(`finds ${what}`, () => {
      throw new Error(`CI ${why}.`);
    });
  }
}
