/** The cases of `CASES.md` by kind: small inputs that systems of this kind get wrong, from public reports. */
const CASES: Readonly<Record<string, string>> = {
  NUM: "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23",
  NAME: "01 02 04 05 07 08 10 11 13",
  CODE: "01 03 04 06 07 09 10",
  AGG: "01 02 04 05 07 08 10 11 13 14",
  RANK: "01 02 04 05 07 08 10 11 13 14 16 17 19 20",
  DATE: "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25",
  UNI: "01 03 04 06 07 09 10 12",
  FTS: "01 03 04 06 07",
  EMB: "02 03 05 06 08 09",
  LLM: "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32",
  IMG: "02 03 05 06 08 09 11 12",
  PATH: "01 02 04 05 07 08",
  ING: "02 03 05 06 08 09 11 12 14 15 17 18 20 21 23 24",
  DEL: "01 02 04 05 07 08 10",
  PI: "01 03 04 06 07",
  HTTP: "02 03 05 06 08 09 11 12 14 15",
  EXP: "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22",
};

/** Every case's id: `NUM-01`. */
export function caseIds(): string[] {
  return Object.entries(CASES).flatMap(([kind, numbers]) => numbers.split(" ").map((number) => `${kind}-${number}`));
}
