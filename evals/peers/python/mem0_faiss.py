"""mem0 of PyPI, its vectors in FAISS, its history in SQLite."""

import importlib.metadata
import os
import uuid

from hashing import DIMENSION, encode
from serving import said, serve

USER = "bench"


class Embedder:
    """LangChain's interface, which mem0 takes an object of."""

    def embed_query(self, text):
        return encode(text)

    def embed_documents(self, texts):
        return [encode(text) for text in texts]


class Mem0:
    name = f"mem0 py {importlib.metadata.version('mem0ai')} + faiss {importlib.metadata.version('faiss-cpu')}"

    def __init__(self, folder, model_url):
        os.environ["MEM0_DIR"] = folder
        os.environ["MEM0_TELEMETRY"] = "False"
        from langchain_core.embeddings import Embeddings
        from mem0 import Memory

        embedder = type("HashingEmbeddings", (Embedder, Embeddings), {})()
        self.memory = Memory.from_config(
            {
                "llm": {"provider": "openai", "config": {"model": "stub", "api_key": "none", "openai_base_url": model_url}},
                "embedder": {"provider": "langchain", "config": {"model": embedder, "embedding_dims": DIMENSION}},
                "vector_store": {
                    "provider": "faiss",
                    "config": {
                        "collection_name": "bench",
                        "path": os.path.join(folder, "faiss"),
                        "embedding_model_dims": DIMENSION,
                        "distance_strategy": "cosine",
                    },
                },
                "history_db_path": os.path.join(folder, "history.db"),
            }
        )

    def add(self, round):
        self.memory.add(said(round), user_id=USER)

    def seed(self, rounds):
        """As `add` leaves them, without its model calls and without writing the whole index after each."""
        from hashlib import md5

        texts = [round["user"] for round in rounds]
        payloads = [
            {"data": text, "user_id": USER, "hash": md5(text.encode()).hexdigest(), "created_at": round["time"]}
            for text, round in zip(texts, rounds)
        ]
        self.memory.vector_store.insert([encode(text) for text in texts], payloads, [str(uuid.uuid4()) for _ in texts])

    def search(self, query, k):
        try:
            found = self.memory.search(query, filters={"user_id": USER}, top_k=k)
        except (TypeError, ValueError):
            found = self.memory.search(query, user_id=USER, limit=k)
        return [one["memory"] for one in found["results"]]


serve(Mem0)
