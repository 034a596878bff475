"""langmem: its store manager over LangGraph's store in memory (not durable)."""

import importlib.metadata

from hashing import DIMENSION, encode
from serving import said, serve

NAMESPACE = ("memories",)


class LangMem:
    name = f"langmem {importlib.metadata.version('langmem')} + InMemoryStore"

    def __init__(self, folder, model_url):
        from langchain_openai import ChatOpenAI
        from langgraph.store.memory import InMemoryStore
        from langmem import create_memory_store_manager

        self.store = InMemoryStore(index={"dims": DIMENSION, "embed": lambda texts: [encode(text) for text in texts]})
        model = ChatOpenAI(model="stub", api_key="none", base_url=model_url)
        self.manager = create_memory_store_manager(model, namespace=NAMESPACE, store=self.store)

    def add(self, round):
        self.manager.invoke({"messages": said(round)})

    def seed(self, rounds):
        for round in rounds:
            self.store.put(NAMESPACE, round["id"], {"kind": "Memory", "content": {"content": round["user"]}})

    def search(self, query, k):
        return [item.value for item in self.store.search(NAMESPACE, query=query, limit=k)]


serve(LangMem)
