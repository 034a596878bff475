import { storedText } from "../../core/stored-text.js";
import { idOf, isRecord, listOf, recordOf, textOf } from "../json-values.js";

/** Names by id, of people and of channels. */
export interface Names {
  person(id: string): string | null;
  channel(id: string): string | null;
}

export const NO_NAMES: Names = { person: () => null, channel: () => null };

/** Names from `users.json`, `channels.json` and their like, told apart by their fields; whatever is odd in them names nobody. */
export function namesFrom(lists: readonly unknown[]): Names {
  const people = new Map<string, string>();
  const channels = new Map<string, string>();
  for (const entry of lists.flatMap(listOf)) {
    if (!isRecord(entry)) continue;
    const id = idOf(entry["id"]);
    if (id === null) continue;
    if (isChannel(entry)) channels.set(id, textOf(entry["name"]) ?? id);
    else people.set(id, nameOfPerson(entry) ?? id);
  }
  return { person: (id) => people.get(id) ?? null, channel: (id) => channels.get(id) ?? null };
}

function isChannel(entry: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(entry["members"]) || "creator" in entry || "is_channel" in entry || "is_general" in entry || "purpose" in entry;
}

/** As they are shown in Slack: the name that they chose, else the one that they bear, else the one that they log in with. */
function nameOfPerson(entry: Readonly<Record<string, unknown>>): string | null {
  const profile = recordOf(entry["profile"]);
  const names = [profile["display_name"], profile["real_name"], entry["real_name"], entry["name"], entry["username"]];
  return names.map(textOf).find((name) => name !== null) ?? null;
}

/** Who sent a message: by its list of users, else by what the message says of them, else the id or the bot's. */
export function speakerOf(message: Readonly<Record<string, unknown>>, names: Names): string | null {
  const user = idOf(message["user"]);
  const bot = idOf(message["bot_id"]);
  const known = user === null ? null : names.person(user);
  const told = [recordOf(message["user_profile"]), { name: message["username"] }, recordOf(message["bot_profile"])].map(said);
  const name = (known === user ? null : known) ?? told.find((one) => one !== null) ?? user ?? bot;
  return name === null ? null : storedText(name) || null;
}

function said(profile: Readonly<Record<string, unknown>>): string | null {
  return [profile["display_name"], profile["real_name"], profile["name"]].map(textOf).find((name) => name !== null) ?? null;
}
