import pino, { type Logger } from "pino";

export type { Logger };

/** JSON lines on stderr, so that stdout stays the result's. Ids and counts are logged, never a memory's text. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));
}
