import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openConnection } from "../../stores/sqlite/connection.js";
import { openCheckpoints } from "../../stores/sqlite/checkpoint-care.js";
import { MEMORY_MIGRATIONS, SERVICE_MIGRATIONS } from "../../stores/sqlite/schema.js";
import { sqliteServices } from "../../stores/sqlite/services.js";
import type { SqliteMemory } from "../../stores/sqlite/memory.js";
import { checkpointsPath, memoryFolder, openSqliteSpace, type SqliteSpace } from "../../stores/sqlite/space.js";
import { ids, NOW, observation, round, turn } from "./place.js";

const SECRET = "the heron stood in the reeds";

const RUN = { key: "k", task: "t", purpose: "original", score: 1, tokens: 0, ms: 1 } as const;

describe("SQLite files", () => {
  let folder: string;
  let space: SqliteSpace;
  let store: SqliteMemory;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "mnema-sqlite-"));
    space = await openSqliteSpace(folder);
    store = await space.open("m", { create: true, now: NOW });
    file = join(memoryFolder(folder, "m"), "memory.db");
  });
  afterEach(async () => {
    await store.close();
    await space.close();
    await rm(folder, { recursive: true, force: true });
  });

  const everyFile = () => readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
  const onDisk = (text: string) =>
    everyFile().filter(
      (path) => statSync(path).isFile() && (readFileSync(path).includes(text) || readFileSync(path).includes(Buffer.from(text, "utf16le"))),
    );

  /** Stores a secret in several places and removes it again. */
  const forget = async () => {
    const {
      stored: [seq],
    } = await store.log.append([round("a", SECRET), round("b", "stays", { position: 1 })], NOW);
    await store.log.putObservations(seq as number, [observation("bird", SECRET)]);
    await store.rules.putReplay("s", { ...RUN, trajectory: { steps: [SECRET] } });
    await store.queries.put({ queryId: "q", question: SECRET, at: NOW, plan: [], calls: [], evidence: [], answer: null });
    expect(onDisk(SECRET)).not.toEqual([]);
    await store.log.remove([seq as number]);
    await store.queries.remove(["q"]);
    await store.rules.removeStream("s");
  };

  /** A process that writes into a memory. */
  const writer = (memoryId: string, rounds: number) =>
    spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "sqlite-writer.ts"), folder, memoryId, String(rounds)], {
      stdio: ["ignore", "pipe", "inherit"],
    });

  it("are as long as they are when another process has written too, and when they were put away meanwhile", async () => {
    const other = await openSqliteSpace(folder);
    const there = await other.open("m", { create: false, now: NOW });
    const lengths: number[] = [];
    await store.log.append([round("a", "x")], NOW);
    lengths.push(await store.log.length());
    const { stored } = await there.log.append([round("b", "x"), round("c", "x")], NOW);
    lengths.push(await store.log.length());
    await there.log.remove(stored.slice(0, 1));
    lengths.push(await store.log.length());
    await store.rest();
    await there.log.append([round("c", "edited")], NOW);
    await there.log.append([round("d", "x")], NOW);
    lengths.push(await store.log.length());
    await there.close();
    await other.close();
    expect(lengths).toEqual([1, 3, 2, 3]);
  });

  it("belong to their owner alone", async () => {
    await store.log.putPicture({ hash: "a".repeat(64), mime: "image/png", bytes: new Uint8Array([1]) });
    for (const path of everyFile())
      expect([path, (statSync(path).mode & 0o777).toString(8)]).toEqual([path, statSync(path).isDirectory() ? "700" : "600"]);
    expect(everyFile().length).toBeGreaterThan(6);
  });

  it("are made whole by several processes at once", async () => {
    const fresh = join(folder, "fresh");
    const script = join(import.meta.dirname, "sqlite-opener.ts");
    const openers = Array.from({ length: 5 }, (_, opener) =>
      spawn(process.execPath, ["--import", "tsx", script, fresh, `r${opener}`], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const ends = openers.map(async (opener) => ((await once(opener, "exit")) as [number])[0]);
    for (const { stdout } of openers) await once(stdout, "data");
    for (const { stdin } of openers) stdin.end("go\n");
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0, 0]);
    const other = await openSqliteSpace(fresh);
    const memory = await other.open("m", { create: false, now: NOW });
    expect((await memory.log.count()).rounds).toBe(5);
    await memory.close();
    await other.close();
    expect(readdirSync(fresh, { recursive: true }).filter((name) => String(name).includes("partial"))).toEqual([]);
  });

  it("lie together, the checkpoints too", () => {
    expect(store.checkpointPath).toBe(checkpointsPath(folder, "m"));
    expect(join(store.checkpointPath, "..")).toBe(join(file, ".."));
  });

  describe("scrub", () => {
    it("leaves no deleted text on disk", async () => {
      await forget();
      expect(await store.scrub()).toBe(true);
      expect(onDisk(SECRET)).toEqual([]);
      expect(onDisk("stays")).not.toEqual([]);
    });

    it("is pending while somebody reads, and done by the next call", async () => {
      await forget();
      const reader = new Database(file);
      reader.exec("BEGIN");
      reader.prepare("SELECT count(*) FROM rounds").get();
      expect(await store.scrub()).toBe(false);
      reader.close();
      expect(await store.scrub()).toBe(true);
      expect(onDisk(SECRET)).toEqual([]);
    });

    it("that was pending is completed when the memory is opened again", async () => {
      await forget();
      await store.close();
      store = await space.open("m", { create: false, now: NOW });
      expect(onDisk(SECRET)).toEqual([]);
    });

    it("removes picture files that a killed process left", async () => {
      const stray = join(memoryFolder(folder, "m"), "pictures", "b".repeat(64));
      await store.log.putPicture({ hash: "a".repeat(64), mime: "image/png", bytes: new Uint8Array([1]) });
      writeFileSync(stray, SECRET);
      await store.scrub();
      expect(onDisk(SECRET)).toEqual([]);
      expect(await store.log.picture("a".repeat(64))).not.toBeNull();
    });
  });

  it("of a memory whose deletion a reader holds up are empty when it ends", async () => {
    await store.log.append([round("a", SECRET, { turns: [turn(SECRET)] })], NOW);
    const reader = new Database(file);
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM rounds").get();
    expect(await space.destroy("m")).toBe(false);
    await expect(space.open("m", { create: true, now: NOW })).rejects.toMatchObject({ code: "STORE_LOCKED" });
    reader.close();
    await expect(space.open("m", { create: false, now: NOW })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(onDisk(SECRET)).toEqual([]);
    expect(await space.services.memories()).toEqual([]);
  });

  it("are opened and read while somebody writes", async () => {
    await store.log.append([round("a", "x")], NOW);
    const writer = new Database(file);
    writer.exec("BEGIN IMMEDIATE");
    const registrar = new Database(join(folder, "services.db"));
    registrar.exec("BEGIN IMMEDIATE");
    const opened = await space.open("m", { create: false, now: NOW });
    expect((await opened.log.count()).rounds).toBe(1);
    await opened.close();
    writer.close();
    registrar.close();
  });

  describe("errors", () => {
    it("say that the disk is full, and nothing is half written", async () => {
      const small = openConnection(join(folder, "small.db"), ["CREATE TABLE notes (text TEXT)"]);
      small.sql("PRAGMA max_page_count = 10").get();
      const fill = () =>
        small.write(() => {
          for (let note = 0; note < 100; note++) small.sql("INSERT INTO notes VALUES (?)").run("x".repeat(2000));
        });
      await expect(fill()).rejects.toMatchObject({ code: "STORE_FULL" });
      expect(small.sql("SELECT count(*) AS notes FROM notes").get()).toEqual({ notes: 0 });
      small.close();
    });

    it("say that another process is writing", async () => {
      const impatient = openConnection(join(folder, "busy.db"), ["CREATE TABLE notes (text TEXT)"]);
      impatient.sql("PRAGMA busy_timeout = 20").get();
      const writer = new Database(join(folder, "busy.db"));
      writer.exec("BEGIN IMMEDIATE");
      await expect(impatient.write(() => undefined)).rejects.toMatchObject({ code: "STORE_LOCKED" });
      writer.close();
      impatient.close();
    });

    it("of an earlier version are brought up step by step, with all that they hold", async () => {
      await store.log.append([round("a", "kept")], NOW);
      await store.close();
      const earlier = new Database(file);
      for (const table of ["rules", "rule_steps", "stream_tasks", "replays", "programs", "program_steps", "program_runs"])
        earlier.exec(`DROP TABLE ${table}`);
      for (const column of ["programs_version", "rules_version"]) earlier.exec(`ALTER TABLE memory DROP COLUMN ${column}`);
      earlier.exec("DROP INDEX nodes_of_kind; DROP INDEX nodes_open; CREATE INDEX nodes_by_kind ON nodes (kind, parent, position, id)");
      earlier.pragma("user_version = 1");
      const before = earlier.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all();
      earlier.close();
      const alone = openConnection(join(folder, "first.db"), MEMORY_MIGRATIONS.slice(0, 1));
      expect(alone.sql("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all()).toEqual(before);
      alone.close();

      store = await space.open("m", { create: false, now: NOW });
      expect(ids(await store.log.roundsAfter(null, 9))).toEqual(["a"]);
      await store.rules.putReplay("s", { ...RUN, trajectory: {} });
      expect(await store.rules.replays("s")).toEqual([RUN]);
      expect(await store.programs.apply("s", "root", [])).toBe(true);
    });

    it.each(MEMORY_MIGRATIONS.slice(1).map((_, index) => index + 1))(
      "of version %i lose nothing on the way to the newest",
      async (version) => {
        const id = `v${version}`;
        mkdirSync(memoryFolder(folder, id), { recursive: true });
        const earlier = openConnection(join(memoryFolder(folder, id), "memory.db"), MEMORY_MIGRATIONS.slice(0, version));
        await store.log.append([round("a", "kept"), round("b", "kept too", { position: 1 })], NOW);
        const columns =
          "seq, key, digest, history, session, position, time, recorded_at, superseded_by, order_key, observed, parked, round";
        const newest = new Database(file, { readonly: true });
        const rows = newest.prepare(`SELECT ${columns} FROM rounds`).all() as Record<string, unknown>[];
        newest.close();
        await earlier.write(() => {
          earlier.sql("INSERT INTO memory (one, id, created_at) VALUES (1, ?, ?)").run(JSON.stringify(id), NOW);
          for (const row of rows) {
            const marks = Object.keys(row).map(() => "?");
            earlier.sql(`INSERT INTO rounds (${columns}) VALUES (${marks.join(", ")})`).run(...Object.values(row));
            earlier.sql("INSERT INTO round_ids (id, seq) VALUES (?, ?)").run(row["seq"] === 1 ? "a" : "b", row["seq"]);
          }
        });
        earlier.close();
        const upgraded = await space.open(id, { create: false, now: NOW });
        expect(ids(await upgraded.log.roundsAfter(null, 9))).toEqual(["a", "b"]);
        expect((await upgraded.log.find("b"))[0]?.turns[0]?.text).toBe("kept too");
        expect(await upgraded.programs.apply("s", "root", [])).toBe(true);
        await upgraded.close();
        const [made, brought] = [file, join(memoryFolder(folder, id), "memory.db")].map((path) => {
          const db = new Database(path, { readonly: true });
          const found = db.prepare("SELECT name FROM sqlite_schema ORDER BY name").all();
          db.close();
          return found;
        });
        expect(brought).toEqual(made);
      },
    );

    it.each(SERVICE_MIGRATIONS.slice(1).map((_, index) => index + 1))(
      "of a registry of version %i lose nothing on the way to the newest",
      async (version) => {
        const path = join(folder, `services-${version}.db`);
        const earlier = openConnection(path, SERVICE_MIGRATIONS.slice(0, version));
        await earlier.write(() => void earlier.sql("INSERT INTO memories (id, created_at) VALUES (?, ?)").run('"kept"', NOW));
        earlier.close();
        const upgraded = sqliteServices(path);
        expect((await upgraded.memories()).map(({ createdAt }) => createdAt)).toEqual([NOW]);
        expect(await upgraded.keys()).toEqual([]);
        await upgraded.close();
      },
    );

    it("say that a file is of a later version, and leave it as it is", async () => {
      await store.close();
      const later = new Database(file);
      later.pragma("user_version = 99");
      later.close();
      await expect(space.open("m", { create: true, now: NOW })).rejects.toMatchObject({
        code: "STORE_VERSION",
        message: expect.stringContaining("99"),
      });
    });

    it.each([
      ["empty", () => writeFileSync(file, "")],
      [
        "a database without its tables",
        () => {
          rmSync(file);
          new Database(file).exec("CREATE TABLE x (a); DROP TABLE x").close();
        },
      ],
      ["without one of its tables", () => new Database(file).exec("DROP TABLE rounds").close()],
      ["no database", () => writeFileSync(file, "x".repeat(9_000))],
      ["cut off", () => truncateSync(file, 20_000)],
    ])("name a memory's file that was damaged, and the memory can still be destroyed: %s", async (_, damage) => {
      for (let one = 0; one < 50; one++) await store.log.append([round(`r${one}`, SECRET, { position: one })], NOW);
      await store.close();
      damage();
      const use = async () => {
        const opened = await space.open("m", { create: true, now: NOW });
        return opened.log.roundsAfter(null, 99).finally(() => opened.close());
      };
      const error: unknown = await use().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ place: file, message: expect.stringContaining(file) });
      expect(["UNREADABLE_FILE", "STORE_VERSION"]).toContain((error as { code: string }).code);
      expect(await space.destroy("m")).toBe(true);
      expect(existsSync(join(file, ".."))).toBe(false);
      store = await space.open("m", { create: true, now: NOW });
    });

    it.each([
      ["empty", (path: string) => writeFileSync(path, "")],
      ["no database", (path: string) => writeFileSync(path, "x".repeat(9_000))],
      ["overwritten in the middle", (path: string) => writeFileSync(path, readFileSync(path).fill(255, 5_000))],
    ])("in checkpoints are mended by making them anew: %s", async (how, damage) => {
      const saver = openCheckpoints(store.checkpointPath);
      const checkpoint = { ...emptyCheckpoint(), channel_values: { question: SECRET.repeat(900) } };
      const thread = { configurable: { thread_id: "t", checkpoint_ns: "" } };
      await saver.put(thread, checkpoint, { source: "input", step: 0, parents: {} });
      saver.db.close();
      damage(store.checkpointPath);
      const notices: string[] = [];
      const anew = openCheckpoints(store.checkpointPath, (line) => notices.push(line));
      expect(await anew.getTuple(thread)).toBeUndefined();
      await anew.put(thread, checkpoint, { source: "input", step: 0, parents: {} });
      expect(await anew.getTuple(thread)).toBeDefined();
      anew.db.close();
      damage(store.checkpointPath);
      expect(await store.scrub()).toBe(true);
      // An empty file is a new one to SQLite: nothing was lost in silence but what a thread was at.
      expect(notices.length).toBe(how === "empty" ? 0 : 1);
    });

    it("of the registry are not taken for a new data folder: its keys would be gone", async () => {
      await space.close();
      writeFileSync(join(folder, "services.db"), "");
      await expect(openSqliteSpace(folder)).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
      rmSync(join(folder, "services.db"));
      space = await openSqliteSpace(folder);
    });

    it("say that a file is of another program, and leave it as it is", async () => {
      const others = join(folder, "others.db");
      const db = new Database(others);
      db.exec("CREATE TABLE rounds (a)");
      db.close();
      writeFileSync(join(folder, "text.db"), "no database at all, but long enough to be looked at".repeat(50));
      const before = readFileSync(others);
      expect(() => openConnection(others, [])).toThrow(expect.objectContaining({ code: "STORE_VERSION" }));
      expect(() => openConnection(join(folder, "text.db"), [])).toThrow(expect.objectContaining({ code: "STORE_VERSION" }));
      expect(readFileSync(others)).toEqual(before);
    });

    it.skipIf(process.getuid?.() === 0)("say that the folder cannot be written", () => {
      chmodSync(folder, 0o500);
      expect(() => openConnection(join(folder, "new.db"), [])).toThrow(expect.objectContaining({ code: "STORE_LOCKED" }));
      chmodSync(folder, 0o700);
    });
  });

  it("are closed by a rest, and not mistaken for later ones of their name", async () => {
    const linkOf = (fd: string) => {
      // The listing itself was open while it was made.
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return "";
      }
    };
    const open = () => readdirSync("/proc/self/fd").filter((fd) => linkOf(fd) === file).length;
    if (existsSync("/proc/self/fd")) {
      expect(open()).toBe(1);
      await store.rest();
      expect(open()).toBe(0);
    } else await store.rest();
    expect(await store.info()).toMatchObject({ memoryId: "m" });
    await store.rest();
    await space.destroy("m");
    await expect(store.info()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const again = await space.open("m", { create: true, now: NOW });
    await expect(store.info()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await again.close();
  });

  describe("and other processes", () => {
    it("lose nothing that a killed process had stored", async () => {
      const child = writer("killed", 20_000);
      let told = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        told = Number(line);
        if (told === 200) child.kill("SIGKILL");
      }
      const opened = await space.open("killed", { create: false, now: NOW });
      const { rounds } = await opened.log.count();
      expect(told).toBeGreaterThanOrEqual(200);
      expect(rounds).toBeGreaterThanOrEqual(told);
      expect(rounds).toBeLessThan(20_000);
      expect(ids(await opened.log.roundsAfter(null, told)).at(-1)).toBe(`r${told - 1}`);
      await opened.close();
    });

    it("make one memory together", async () => {
      const children = [1, 2, 3].map(() => writer("shared", 300));
      for (const child of children) child.stdout.resume();
      const codes = await Promise.all(children.map((child) => once(child, "exit")));
      expect(codes.map(([code]) => code)).toEqual([0, 0, 0]);
      const opened = await space.open("shared", { create: false, now: NOW });
      expect((await opened.log.count()).rounds).toBe(300);
      expect(await opened.log.history(0, 3000)).toHaveLength(300);
      await opened.close();
    });
  });
});
