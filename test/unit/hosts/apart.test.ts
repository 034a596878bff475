import { getEventListeners } from "node:events";
import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { createAutogenHost } from "../../../hosts/autogen.js";
import { createMacnetHost } from "../../../hosts/macnet.js";
import { createOfflineAgent } from "../../../hosts/offline/agent.js";
import { shelfTask, shelfWorld } from "./shelf-world.js";

const warnings: string[] = [];
const warned = ({ name }: Error) => void warnings.push(name);
beforeEach(() => void process.on("warning", warned));
afterEach(() => void process.off("warning", warned));

it("teams that run within a node of another graph are no part of it: its signal is left alone, its events are its own", async () => {
  const controller = new AbortController();
  const hosts = [createAutogenHost, createMacnetHost].map((create) => create({ environment: shelfWorld(), agent: createOfflineAgent() }));
  const run = async (seed: number) =>
    hosts[seed % 2]?.run(shelfTask(), { seed, memory: async () => [], signal: controller.signal }).then(({ score }) => score);
  const graph = new StateGraph(new StateSchema({ scores: z.array(z.number()).default([]) }))
    .addNode("teams", async () => ({
      scores: (await Promise.all(Array.from({ length: 12 }, (_, seed) => run(seed)))).map((score) => score ?? -1),
    }))
    .addEdge(START, "teams")
    .addEdge("teams", END)
    .compile();
  const nodes: string[] = [];
  let listening = 0;
  for await (const update of await graph.stream({}, { streamMode: "updates", signal: controller.signal })) {
    nodes.push(...Object.keys(update));
    listening = getEventListeners(controller.signal, "abort").length;
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(nodes).toEqual(["teams"]);
  expect(listening).toBeLessThan(5);
  expect(warnings).toEqual([]);
});
