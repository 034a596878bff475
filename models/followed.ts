import { CallbackManager } from "@langchain/core/callbacks/manager";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** Whether anyone follows what LangChain runs here: LangSmith, a caller's callbacks, its own log. Else there is nobody to tell. */
export function isFollowed(): boolean {
  const callbacks = AsyncLocalStorageProviderSingleton.getRunnableConfig()?.callbacks;
  return (CallbackManager.configure(callbacks)?.handlers.length ?? 0) > 0;
}
