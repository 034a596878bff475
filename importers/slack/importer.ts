import type { Importer } from "../contract.js";
import { isMessage, readMessage, sessionsOfChannel, type SlackMessage } from "./messages.js";
import { NO_NAMES } from "./people.js";

/** One file of a Slack export: a day of a channel. A whole export, with the names of people, is `slackChannels`. */
export const slack: Importer = {
  format: "slack",
  knownBy: "a folder or archive of channels with a list of messages (`type`, `user`, `text`, `ts`) for each day, or one such list",
  detect: (value) => Array.isArray(value) && value.slice(0, 8).some(isMessage),
  read: ({ value, name }, warn) => {
    const days = dayFinder(name);
    const messages = (Array.isArray(value) ? value : [value]).flatMap((entry, index) => {
      const message = readMessage(entry, NO_NAMES, `[${index}]`, warn);
      return message === null ? [] : [{ message, day: days(message) }];
    });
    return [{ id: null, sessions: sessionsOfChannel(name, messages) }];
  },
};

/** Gives the messages of a file their day: that of the file's name, else their own, else that of the message before. */
export function dayFinder(file: string): (message: SlackMessage) => string {
  const ofFile = /^\d{4}-\d{2}-\d{2}$/.test(file);
  let last = file;
  return ({ turn: { time } }) => (ofFile ? file : (last = time?.iso.slice(0, 10) ?? last));
}
