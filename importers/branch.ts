/** A message of a conversation that branches where an answer was made anew or a question edited. */
export interface Branching {
  readonly id: string;
  readonly parent: string | null;
}

/**
 * The messages from the first to the leaf, by their parents. A parent that is not there ends it, and so does a message that
 * is its own ancestor.
 */
export function branchTo<Message extends Branching>(leaf: string, messages: ReadonlyMap<string, Message>): Message[] {
  const path: Message[] = [];
  const seen = new Set<string>();
  for (let id: string | null = leaf; id !== null && !seen.has(id);) {
    const message = messages.get(id);
    if (message === undefined) break;
    seen.add(id);
    path.push(message);
    id = message.parent;
  }
  return path.reverse();
}
