"""cognee with what it brings: LanceDB, its graph in Ladybug, SQLite; in a virtual environment of its own, with whose pins it clashes.

A round is one document: `add`, then `cognify`, which asks the model for a graph and for a summary. Kept: its whole way in, and its
search for passages by their vectors (`CHUNKS`). Left out: its searches that ask the model, its sessions, users' rights and cache. A
call for one round costs several times a round's share of a call for many, so `seed` gives all rounds to one `add` and one `cognify`,
with a hundred documents at one time; unlike the other systems' it asks the model, twice a round.
"""

import asyncio
import importlib
import importlib.metadata
import importlib.util
import os

from hashing import DIMENSION, encode
from serving import serve

DATASET = "bench"
AT_ONE_TIME = 100


class Cognee:
    name = f"cognee {importlib.metadata.version('cognee')} + LanceDB {importlib.metadata.version('lancedb')}"

    def __init__(self, folder, model_url):
        # An OpenAI model's name: of others LiteLLM does not know that they take a schema.
        os.environ.update(
            TELEMETRY_DISABLED="1",
            TIKTOKEN_CACHE_DIR=os.path.join(os.path.dirname(importlib.util.find_spec("litellm").origin), "litellm_core_utils", "tokenizers"),
            LLM_PROVIDER="openai",
            LLM_MODEL="openai/gpt-4o-mini",
            LLM_ENDPOINT=model_url,
            LLM_API_KEY="none",
            EMBEDDING_DIMENSIONS=str(DIMENSION),
            DATA_ROOT_DIRECTORY=os.path.join(folder, "data"),
            SYSTEM_ROOT_DIRECTORY=os.path.join(folder, "system"),
            CACHE_ROOT_DIRECTORY=os.path.join(folder, "cache"),
            COGNEE_LOGS_DIR=os.path.join(folder, "logs"),
            LOG_LEVEL="ERROR",
            ENABLE_BACKEND_ACCESS_CONTROL="false",
            CACHING="false",
            COGNEE_SKIP_CONNECTION_TEST="true",
        )
        import cognee

        engine = _hashing_engine()
        # The package gives its function by the module's name.
        engines = importlib.import_module("cognee.infrastructure.databases.vector.embeddings.get_embedding_engine")
        engines.create_embedding_engine = lambda *settings: engine
        self.cognee = cognee
        self.loop = asyncio.new_event_loop()

    def add(self, round):
        self.loop.run_until_complete(self._take([round]))

    def seed(self, rounds):
        self.loop.run_until_complete(self._take(rounds))

    async def _take(self, rounds):
        texts = [f"user: {round['user']}\nassistant: {round['assistant']}" for round in rounds]
        await self.cognee.add(texts, dataset_name=DATASET, data_per_batch=AT_ONE_TIME)
        await self.cognee.cognify([DATASET], data_per_batch=AT_ONE_TIME)

    def search(self, query, k):
        kind = self.cognee.SearchType.CHUNKS
        found = self.loop.run_until_complete(self.cognee.search(query, query_type=kind, datasets=[DATASET], top_k=k))
        return [passage["text"] for passage in found]


def _hashing_engine():
    from cognee.infrastructure.databases.vector.embeddings.EmbeddingEngine import EmbeddingResult
    from cognee.infrastructure.llm.tokenizer.TikToken import TikTokenTokenizer

    class Hashing:
        max_completion_tokens = 8_191
        tokenizer = TikTokenTokenizer()

        async def embed_text(self, texts):
            return EmbeddingResult([encode(text) for text in texts], tokens=0)

        def get_vector_size(self):
            return DIMENSION

        def get_batch_size(self):
            return AT_ONE_TIME

        async def input_limit(self):
            return None

    return Hashing()


serve(Cognee)
