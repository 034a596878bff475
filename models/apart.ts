import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/**
 * Runs a graph of its own, also from within a node of another graph. LangGraph would take it for a part of that graph
 * otherwise: its nodes would listen to the outer run's signal, and its events would go there. Only callbacks, for those who
 * trace, reach it.
 */
export function apart<Result>(work: () => Promise<Result>): Promise<Result> {
  const { callbacks } = AsyncLocalStorageProviderSingleton.getRunnableConfig() ?? {};
  return AsyncLocalStorageProviderSingleton.runWithConfig({ callbacks }, work, true) as Promise<Result>;
}
