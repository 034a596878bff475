import type { InjectedRule } from "../../core/discern/trajectory.js";
import { sha256 } from "../../core/canonical.js";
import { seeded } from "../../core/seeded.js";
import type { Task } from "../../environments/contract.js";
import type { Host } from "../../hosts/contract.js";

/**
 * The same host, to which every rule comes with the words of its body in another order. The order depends on task and
 * rule, so that none that happens to mean something is met again; equal runs stay equal.
 */
export function scrambledHost(host: Host<Task>): Host<Task> {
  return {
    name: host.name,
    roles: host.roles,
    configuration: `scrambled ${host.configuration}`,
    run: (task, run) =>
      host.run(task, {
        ...run,
        memory: async (role, context) => (await run.memory(role, context)).map((rule) => scrambled(rule, `${task.id}\n${role}`)),
      }),
  };
}

function scrambled(rule: InjectedRule, place: string): InjectedRule {
  const random = seeded(Number.parseInt(sha256(`${place}\n${rule.body}`).slice(0, 8), 16));
  const words = rule.body.replace(/[.,;]/g, "").split(/\s+/);
  const body = words
    .map((word) => ({ word, draw: random() }))
    .toSorted((one, other) => one.draw - other.draw)
    .map(({ word }) => word)
    .join(" ");
  return { ...rule, body };
}
