/** The agent alone: the root of every search. AutoMMemo appendix E. */
export const NO_MEMORY = `/* No memory: nothing is kept, nothing is given. */

function update() {}

function retrieve() {
  return { items: [], metadata: {} };
}
`;
