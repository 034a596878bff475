/** Does one piece of work after the other: each begins when what was asked before has ended, also when that failed. */
export type InTurn = <Result>(work: () => Result | Promise<Result>) => Promise<Result>;

/** A queue of its own. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
