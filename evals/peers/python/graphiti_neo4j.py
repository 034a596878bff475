"""graphiti on Neo4j."""

import asyncio
import importlib.metadata
import sys
from datetime import datetime, timezone

from hashing import encode
from serving import serve

GROUP = "bench"


class Graphiti:
    name = f"graphiti {importlib.metadata.version('graphiti-core')} + Neo4j"

    def __init__(self, folder, model_url):
        from graphiti_core import Graphiti as Graph
        from graphiti_core.cross_encoder.client import CrossEncoderClient
        from graphiti_core.embedder.client import EmbedderClient
        from graphiti_core.llm_client.config import LLMConfig
        from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient

        class Hashing(EmbedderClient):
            async def create(self, input_data):
                return encode(input_data if isinstance(input_data, str) else input_data[0])

            async def create_batch(self, input_data_list):
                return [encode(text) for text in input_data_list]

        class AsFound(CrossEncoderClient):
            async def rank(self, query, passages):
                return [(passage, 1.0) for passage in passages]

        self.loop = asyncio.new_event_loop()
        model = OpenAIGenericClient(LLMConfig(api_key="none", model="stub", small_model="stub", base_url=model_url))
        uri = sys.argv[3] if len(sys.argv) > 3 else ""
        self.graph = Graph(uri, "neo4j", "none", llm_client=model, embedder=Hashing(), cross_encoder=AsFound())
        self.loop.run_until_complete(self._begin())

    async def _begin(self):
        await self.graph.driver.execute_query("MATCH (n {group_id: $group}) DETACH DELETE n", group=GROUP)
        await self.graph.build_indices_and_constraints()

    def add(self, round):
        from graphiti_core.nodes import EpisodeType

        time = datetime.fromisoformat(round["time"] or "2020-01-01").replace(tzinfo=timezone.utc)
        added = self.graph.add_episode(
            name=round["id"],
            episode_body=f"user: {round['user']}\nassistant: {round['assistant']}",
            source_description="chat",
            reference_time=time,
            source=EpisodeType.message,
            group_id=GROUP,
        )
        self.loop.run_until_complete(added)

    def search(self, query, k):
        found = self.loop.run_until_complete(self.graph.search(query, group_ids=[GROUP], num_results=k))
        return [edge.fact for edge in found]


serve(Graphiti)
