import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { MnemaError } from "../../core/errors.js";
import { problemOf, secretFolders } from "../../server/problem.js";

const said = (message: string, ...folders: readonly string[]) =>
  problemOf(new MnemaError("UNREADABLE_FILE", message), secretFolders(...folders, null)).detail;

describe("a reply about something that went wrong", () => {
  it("names no folder of the machine, by whatever way it is written", () => {
    expect(said("/srv/mnema/uploads/a.json is broken.", "/srv/mnema")).toBe("uploads/a.json is broken.");
    expect(said("There is nothing in /srv/mnema.", "/srv/mnema")).toBe("There is nothing in the data folder.");
    expect(said(`${resolve("data")}/a.json and data/b.json are broken.`, "data")).toBe("a.json and b.json are broken.");
  });

  it("leaves words alone that are called as the folder is", () => {
    expect(said("The data are broken. Mend data/a.json.", "data")).toBe("The data are broken. Mend a.json.");
    expect(said("It is broken. Mend it.", ".")).toBe("It is broken. Mend it.");
  });
});
