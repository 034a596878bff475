import fc from "fast-check";
import { expect, it } from "vitest";
import { dealBatches } from "../../../core/design/batches.js";

const ALL = { seed: 1, updateTasks: 0, retrieveTasks: 0, testTasks: 0 };
const tasksOf = (counts: readonly number[]) =>
  counts.flatMap((count, domain) => Array.from({ length: count }, (_, at) => ({ id: `${domain}/${at}`, domain: `d${domain}` })));

it("gives every task to one batch, and every domain to all as evenly as can be", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }), fc.nat(), (counts, seed) => {
      const tasks = tasksOf(counts);
      const { update, retrieve, test } = dealBatches(tasks, { ...ALL, seed });
      const batches = [update, retrieve, test];
      expect(
        batches
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(tasks.map(({ id }) => id).sort());
      const spread = (sizes: readonly number[]) => Math.max(...sizes) - Math.min(...sizes);
      expect(spread(batches.map(({ length }) => length))).toBeLessThanOrEqual(1);
      for (const domain of new Set(tasks.map((task) => task.domain)))
        expect(spread(batches.map((batch) => batch.filter((task) => task.domain === domain).length))).toBeLessThanOrEqual(1);
    }),
  );
});

it("is settled by the seed", () => {
  const tasks = tasksOf([9, 9]);
  expect(dealBatches(tasks, ALL)).toEqual(dealBatches(tasks, ALL));
  expect(dealBatches(tasks, ALL)).not.toEqual(dealBatches(tasks, { ...ALL, seed: 2 }));
});

it("keeps tasks of all domains where a batch is limited", () => {
  const { update, retrieve, test } = dealBatches(tasksOf([9, 9, 9]), { ...ALL, updateTasks: 3 });
  expect(new Set(update.map(({ domain }) => domain))).toEqual(new Set(["d0", "d1", "d2"]));
  expect([update.length, retrieve.length, test.length]).toEqual([3, 9, 9]);
});
