import { pairTurns } from "../core/round-pairing.js";
import { storedText } from "../core/stored-text.js";
import { accountExport, type Json } from "./account-export.js";
import { branchTo } from "./branch.js";
import { chatgptTurn } from "./chatgpt-message.js";
import type { DraftSession, Warn } from "./contract.js";
import { idOf, isRecord, listOf, recordOf } from "./json-values.js";
import { sourceTime } from "./source-time.js";
import { readTime } from "./times.js";

/**
 * The data export of ChatGPT: a list of conversations (or one), each a tree of messages. The branch that ends in
 * `current_node` is the conversation; what was regenerated or edited away is left out with a count.
 */
export const chatgpt = accountExport({
  format: "chatgpt",
  knownBy: "an object with `mapping`, the tree of a conversation's messages, or a list of such",
  isConversation,
  readConversation,
});

function isConversation(value: unknown): value is Json {
  if (!isRecord(value) || !isRecord(value["mapping"])) return false;
  const nodes = Object.values(value["mapping"]);
  return nodes.length === 0
    ? "title" in value || "current_node" in value
    : nodes.some((node) => isRecord(node) && ("message" in node || "parent" in node || "children" in node));
}

interface Node {
  readonly id: string;
  readonly parent: string | null;
  readonly children: readonly string[];
  readonly message: Json | null;
}

function readConversation(conversation: Json, fallback: string, warn: Warn): DraftSession {
  const own = idOf(conversation["conversation_id"]) ?? idOf(conversation["id"]);
  const id = storedText(own ?? "") || fallback;
  const nodes = nodesOf(recordOf(conversation["mapping"]));
  const path = branchTo(leafOf(conversation["current_node"], nodes), nodes);
  const onPath = new Set(path.map((node) => node.id));
  for (const node of nodes.values())
    if (!onPath.has(node.id) && isSaid(node))
      warn("branch-left-out", "A message of another branch, which was regenerated or edited, is left out.", `${id}: ${node.id}`);
  const turns = path.flatMap(({ message, id: at }) => (message === null ? [] : chatgptTurn(message, `${id}: ${at}`, warn)));
  const time = sourceTime(conversation["create_time"] ?? undefined, warn, `${id}: create_time`);
  const changed = own === null ? null : readTime(conversation["update_time"]);
  const rounds = pairTurns(turns).map((round) => ({ id: null, time: null, turns: round }));
  return { id, time, rounds, ...(changed === null ? {} : { changed: changed.iso }) };
}

function nodesOf(mapping: Json): ReadonlyMap<string, Node> {
  const parents = new Map<string, string>();
  for (const [id, node] of Object.entries(mapping))
    for (const child of listOf(recordOf(node)["children"])) if (typeof child === "string" && !parents.has(child)) parents.set(child, id);
  return new Map(
    Object.entries(mapping).map(([id, value]) => {
      const { parent, children, message } = recordOf(value);
      const named = typeof parent === "string" && parent in mapping ? parent : (parents.get(id) ?? null);
      const followers = listOf(children).filter((child) => typeof child === "string");
      return [id, { id, parent: named, children: followers, message: isRecord(message) ? message : null }];
    }),
  );
}

/** Where the conversation ended: as it says, else the leaf that was written last. */
function leafOf(current: unknown, nodes: ReadonlyMap<string, Node>): string {
  if (typeof current === "string" && nodes.has(current)) return current;
  const isParent = new Set([...nodes.values()].map(({ parent }) => parent));
  const leaves = [...nodes.values()].filter(({ id }) => !isParent.has(id));
  const written = (node: Node) => Number(node.message?.["create_time"] ?? 0) || 0;
  return leaves.reduce<Node | null>((last, leaf) => (last === null || written(leaf) >= written(last) ? leaf : last), null)?.id ?? "";
}

/** Whether somebody said something in a message. */
function isSaid({ message }: Node): boolean {
  const role = recordOf(message?.["author"])["role"];
  return role === "user" || role === "assistant";
}
