import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { isPublicAddress, pictureFetcher } from "../../importers/fetch-picture.js";
import { startServer } from "../e2e/http-server.js";
import { TINY } from "../fixtures/pictures.js";

const LIMITS = { bytes: 64 * 1024, ms: 2_000, redirects: 3 };
/** Stands for a public address: another one of this machine. */
const PUBLIC = "127.0.0.2";
const onlyPublic = (address: string) => address === PUBLIC;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serving(address: string, answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ""}`.trim());
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://${address}:${(server.address() as AddressInfo).port}`, asked };
}

describe("PATH-04: which addresses are public", () => {
  const inner = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1
    224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 64:ff9b::7f00:1 fc00::1 fd12::1 fe80::1 fec0::1 ff02::1
    2002:7f00:1:: 2001:db8::1 localhost example.org`.split(/\s+/);
  it.each(inner)("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(["1.1.1.1", "9.9.9.9", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00::1"])("%s is", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  const forms = [
    "http://127.0.0.1/",
    "http://localhost/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://127.1/",
    "http://0/",
    "http://[::1]/",
  ];
  it.each([...forms, "http://[::ffff:127.0.0.1]/", "https://169.254.169.254/latest/", "http://user:pass@10.0.0.1/"])(
    "%s is not fetched",
    async (url) => expect(await pictureFetcher(LIMITS)(url)).toBe("its address is not a public one"),
  );
  it.each(["ftp://1.1.1.1/x", "file:///etc/passwd", "gopher://1.1.1.1/"])("%s is not fetched", async (url) =>
    expect(await pictureFetcher(LIMITS)(url)).toBe("it is neither http nor https"),
  );
});

describe("PATH-05: what a public server answers", () => {
  it("is taken, without the login that the address holds", async () => {
    const { url, asked } = await serving(PUBLIC, (_request, response) => response.end(TINY.jpeg));
    expect(await pictureFetcher(LIMITS, onlyPublic)(`${url.replace("http://", "http://me:secret@")}/a.png`)).toEqual(TINY.jpeg);
    expect(asked).toEqual(["/a.png"]);
  });

  it("may redirect, but to no inner address", async () => {
    const inner = await serving("127.0.0.1", (_request, response) => response.end("secret"));
    const outer = await serving(PUBLIC, ({ url }, response) => {
      const to: Record<string, string> = {
        "/in": `${inner.url}/x`,
        "/port": "http://127.0.0.1:9/x",
        "/file": "file:///etc/passwd",
        "/ok": "/here",
      };
      if (url === "/here") return void response.end(TINY.jpeg);
      return void response.writeHead(302, { location: to[url ?? ""] ?? "/loop" }).end();
    });
    const fetched = (path: string) => pictureFetcher(LIMITS, onlyPublic)(`${outer.url}${path}`);
    expect(await fetched("/ok")).toEqual(TINY.jpeg);
    expect([await fetched("/in"), await fetched("/port"), await fetched("/file"), await fetched("/loop")]).toEqual([
      "its address is not a public one",
      "its address is not a public one",
      "it is neither http nor https",
      "too many redirects",
    ]);
    expect(inner.asked).toEqual([]);
  });

  it("is bounded in size and in time", async () => {
    const { url } = await serving(PUBLIC, ({ url: path }, response) => {
      if (path === "/never") return;
      if (path === "/said") return void response.writeHead(200, { "content-length": "999999999" }).write("x");
      if (path === "/gone") return void response.writeHead(404).end();
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(4_096)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    const fetched = (path: string) => pictureFetcher({ ...LIMITS, ms: 300 }, onlyPublic)(`${url}${path}`);
    expect(await pictureFetcher(LIMITS, onlyPublic)(`${url}/endless`)).toBe("larger than 0.0625 MiB");
    expect([await fetched("/said"), await fetched("/gone"), await fetched("/never")]).toEqual([
      "larger than 0.0625 MiB",
      "the server answered 404",
      "it took longer than 0.3 seconds",
    ]);
  });
});

it("PATH-04: also where pictures may be fetched, none is from an inner address, and its round says so", async () => {
  const inner = await serving("127.0.0.1", (_request, response) => response.end(TINY.jpeg));
  const server = await startServer({ environment: { MNEMA_FETCH_PICTURES: "true" } });
  await server.call("POST", "/v1/memories", { id: "m" });
  const content = [
    { type: "text", text: "look at this" },
    { type: "image_url", image_url: { url: `${inner.url}/a.png` } },
  ];
  await server.ingest("m", [{ id: "links", messages: [{ role: "user", content }] }]);
  const { rounds } = (await server.call("GET", "/v1/memories/m/rounds")).body;
  expect(rounds[0].turns[0].pictures).toMatchObject([{ state: "refused" }]);
  const { store } = await server.mnema.memory("m");
  const [round] = await store.log.roundsAfter(null, 1);
  expect(round?.turns[0]?.pictures[0]?.note).toContain("its address is not a public one");
  expect(inner.asked).toEqual([]);
  await server.stop();
});
