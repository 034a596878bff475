/**
 * A number from a seed and a name, uniform in (0, 1): the same for the same two, on every machine (FNV-1a with a final
 * mix). So runs with and without a rule are left to the same chance wherever they meet the same choice.
 */
export function chance(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}

/** Chance in Gumbel's form: the largest of scores with it is a draw from their softmax. */
export function gumbel(seed: number, name: string): number {
  return -Math.log(-Math.log(chance(seed, name)));
}
