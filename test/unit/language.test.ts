import { describe, expect, it } from "vitest";
import { decimalMarkOf, languageOf } from "../../core/language.js";

describe("language", () => {
  it.each([
    ["Today's readings: the wind was strong.", "en"],
    ["Heute war ich müde und habe nicht gut geschlafen.", "de"],
    ["Aujourd'hui j'ai mangé dans un restaurant avec mon frère, c'est bon.", "fr"],
    ["Hoy fue el día más frío para mi familia.", "es"],
    ["rating: 5.8", undefined],
    ["今天我买了一辆红色自行车", undefined],
  ])("of %s is %s", (text, language) => expect(languageOf(text)).toBe(language));

  it.each([
    ["5.8 and 1,234", "."],
    ["8,45", ","],
    ["1.234,5 €", ","],
    ["1,234.5", "."],
    ["5.8 and 8,45", undefined],
    ["1,234 and 10.04.2023", undefined],
  ])("the decimal mark of %s is %s", (text, mark) => expect(decimalMarkOf(text)).toBe(mark));
});
