import { lookup as resolveName } from "node:dns";
import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getSecure } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Gets a picture's bytes from the web, or says in words why not. Never throws. */
export type FetchPicture = (url: string) => Promise<Uint8Array | string>;

export interface FetchLimits {
  readonly bytes: number;
  /** For one picture with all its redirects. */
  readonly ms: number;
  readonly redirects: number;
}

/** Why a picture is not fetched, in words. */
class Refused extends Error {}

/** Addresses of this machine, of networks that are not the internet's, and of none: RFC 6890 and its successors. */
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.ipv4.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 32],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const)
  PRIVATE.ipv6.addSubnet(network, bits, "ipv6");

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? "ipv4" : "ipv6";
  return !PRIVATE[kind].check(address, kind);
}

/**
 * Fetches over HTTP and HTTPS, from addresses that `mayReach` allows: a name is resolved once, its addresses are looked at,
 * and the connection goes to one of these, so that a name that resolves otherwise the next time gains nothing. Where a
 * redirect leads is looked at in the same way.
 */
export function pictureFetcher(limits: FetchLimits, mayReach: (address: string) => boolean = isPublicAddress): FetchPicture {
  const follow = async (url: URL, signal: AbortSignal, redirects: number): Promise<Uint8Array> => {
    const response = await answerOf(url, signal, mayReach);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy();
      if (redirects === 0) throw new Refused("too many redirects");
      if (!URL.canParse(headers.location, url.href)) throw new Refused("it redirects to no address");
      return follow(new URL(headers.location, url), signal, redirects - 1);
    }
    if (statusCode === 200) return bytesOf(response, limits.bytes);
    response.destroy();
    throw new Refused(`the server answered ${statusCode}`);
  };
  return async (url) => {
    const signal = AbortSignal.timeout(limits.ms);
    try {
      return await follow(new URL(url), signal, limits.redirects);
    } catch (error) {
      if (signal.aborted) return `it took longer than ${limits.ms / 1000} seconds`;
      return error instanceof Refused ? error.message : "it cannot be reached";
    }
  };
}

function answerOf(url: URL, signal: AbortSignal, mayReach: (address: string) => boolean): Promise<IncomingMessage> {
  const { protocol, hostname } = url;
  if (protocol !== "http:" && protocol !== "https:") throw new Refused("it is neither http nor https");
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !mayReach(literal)) throw new Refused("its address is not a public one");
  const get = protocol === "https:" ? getSecure : getPlain;
  const options = { lookup: lookupAllowed(mayReach), signal, agent: false, headers: { accept: "image/*" } } as const;
  return new Promise((resolve, reject) => get(withoutLogin(url), options, resolve).once("error", reject));
}

/** What stands before the host is nobody's business there. */
function withoutLogin(url: URL): URL {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain;
}

function lookupAllowed(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return callback(error ?? new Refused("it has no address"), "", 4);
      if (!addresses.every(({ address }) => mayReach(address))) return callback(new Refused("its address is not a public one"), "", 4);
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
}

async function bytesOf(response: IncomingMessage, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new Refused(`larger than ${limit / (1024 * 1024)} MiB`);
  if (Number(response.headers["content-length"] ?? 0) > limit) {
    response.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > limit) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
