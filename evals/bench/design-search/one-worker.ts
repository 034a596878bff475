import { answer, inputOf } from "../in-own-process.js";
import { type Searched, searching } from "./searched.js";

/** Milliseconds of so many searches with one worker, in a process of its own. */
const { times, ...searched } = inputOf<Searched & { readonly times: number }>();
const taken: number[] = [];
await searching(searched, async (search) => {
  for (let time = 0; time < times; time++) taken.push((await search(1)).ms);
});
await answer(taken);
