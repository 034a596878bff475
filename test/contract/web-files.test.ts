import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileOn } from "../../environments/web/files.js";
import { type PageFile, readSource } from "../../environments/web/sources.js";

const page = (...loaded: string[]): string =>
  `${loaded.map((path) => `<script src="${path}"></script>`).join("")}<script>function genProblem() {} onload = core.startEpisode;</script>`;

/** A home with pages in it, of which one asks for more than it should. */
describe("what pages may read", () => {
  let home: string;
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), "mnema-home-")));
    for (const folder of ["core", "common", "notes", ".keys", "pages/kinds", "pages/.cache", "pages/core"])
      await mkdir(join(home, folder), { recursive: true });
    const files = [
      "diary.txt",
      "core/core.js",
      "common/ui.js",
      "notes/a.txt",
      ".keys/id",
      "pages/.cache/b.txt",
      "pages/core/core.js",
      "pages/a.png",
    ];
    for (const file of files) await writeFile(join(home, file), "text");
    await writeFile(join(home, "pages", "kinds", "plain.html"), page("../core/core.js"));
    await writeFile(join(home, "pages", "kinds", "greedy.html"), page("../core/core.js", "../../../../notes/a.txt"));
    await symlink(join(home, "diary.txt"), join(home, "pages", "kinds", "linked.txt"));
    await symlink(join(home, "notes"), join(home, "pages", "kinds", "notes"));
    await symlink(join(home, "pages", "kinds", "plain.html"), join(home, "pages", "other.html"));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const pagesAt = async (source: string): Promise<Map<string, PageFile>> =>
    new Map((await readSource(source)).pages.map((found) => [found.kind, found]));
  /** Which of these files of the home a page is given. */
  const given = async (found: PageFile | undefined): Promise<string[]> => {
    const paths = await Promise.all(ALL.map((file) => fileOn(found as PageFile, `/${file}`)));
    return ALL.filter((_, index) => paths[index] !== null);
  };
  const ALL = [
    "pages/kinds/greedy.html",
    "pages/a.png",
    "pages/core/core.js",
    "core/core.js",
    "common/ui.js",
    "diary.txt",
    "notes/a.txt",
    ".keys/id",
    "pages/.cache/b.txt",
    "pages/kinds/linked.txt",
    "pages/kinds/notes/a.txt",
    "pages/kinds",
  ];

  it("is what lies below the folder that was named, and libraries beside it, however far up a page's text goes", async () => {
    const { greedy, plain } = Object.fromEntries(await pagesAt(join(home, "pages")));
    expect(greedy?.root).toBe(home);
    expect(await given(greedy)).toEqual(ALL.slice(0, 5));
    expect(plain?.root).toBe(join(home, "pages"));
    expect(plain?.folders).toEqual([""]);
  });

  it("is its own folder and libraries, where a page itself was named", async () => {
    const { greedy } = Object.fromEntries(await pagesAt(join(home, "pages", "kinds", "greedy.html")));
    expect(await given(greedy)).toEqual(["pages/kinds/greedy.html", "pages/core/core.js", "core/core.js", "common/ui.js"]);
  });

  it("is nothing by a path that leads out of it, or is none", async () => {
    const plain = (await pagesAt(join(home, "pages"))).get("plain") as PageFile;
    expect(await fileOn(plain, "/kinds/plain.html")).toBe(join(home, "pages", "kinds", "plain.html"));
    for (const path of [
      "/../diary.txt",
      "/kinds/%2e%2e/%2e%2e/diary.txt",
      "/kinds/linked.txt",
      "/%E0%A4%A",
      "/",
      "/none.html",
      "/kinds/%00",
    ])
      expect(await fileOn(plain, path)).toBeNull();
  });

  it("holds where the folder was named by a link, and takes no linked page from it", async () => {
    await symlink(join(home, "pages"), join(home, "shelf"));
    const pages = await pagesAt(join(home, "shelf"));
    expect([...pages.keys()]).toEqual(["greedy", "plain"]);
    expect(await given(pages.get("greedy"))).toEqual(ALL.slice(0, 5));
  });
});
