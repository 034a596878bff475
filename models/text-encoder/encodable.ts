/** Whether a text holds anything to encode: a letter or a digit. White space, punctuation and emoji alone say nothing to our encoders. */
export function encodable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
