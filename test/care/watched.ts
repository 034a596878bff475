import type { MemorySaver } from "@langchain/langgraph";

/** A store whose methods can be spread into another. */
export function bound<Store extends object>(rules: Store): Store {
  return new Proxy(rules, {
    get: (store, name) => {
      const member = Reflect.get(store, name) as unknown;
      return typeof member === "function" ? (member.bind(store) as unknown) : member;
    },
    ownKeys: (store) => [...new Set([...Reflect.ownKeys(store), ...Reflect.ownKeys(Object.getPrototypeOf(store) as object)])],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** A checkpointer that reaches out before each write. */
export function watchedSaver(saver: MemorySaver, on: (what: string) => void | Promise<void>): MemorySaver {
  return new Proxy(saver, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      if (name !== "put" && name !== "putWrites") return member.bind(target) as unknown;
      return async (...given: unknown[]) => {
        await on(`checkpoint ${name}`);
        return (member as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
}
