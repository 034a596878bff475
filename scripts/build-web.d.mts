/** Resolves when the page lies in `folder`. */
export function buildWeb(folder?: string): Promise<void>;
