"""graphiti on Neo4j. Takes out of the server what it put there, indexes included: others may use the same one.

A round is one episode; its whole way in is kept (five model calls a round that holds one new fact), and its search for facts by words and vectors.
Left out: its reranker, which asks a model, and communities. `seed` writes what `add` leaves where a round is one new fact: an episode,
the entity that it mentions, and the fact as that entity's edge to itself.
"""

import asyncio
import importlib.metadata
import logging
import os
import re
import sys
from datetime import datetime, timezone

from hashing import encode
from serving import serve

GROUP = "bench"
AT_ONCE = 500


class Graphiti:
    name = f"graphiti {importlib.metadata.version('graphiti-core')} + Neo4j"

    def __init__(self, folder, model_url):
        os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
        # The server warns of each property that nothing has yet.
        logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)
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
        self.others = await self._indexes()
        await self._clear()
        await self.graph.build_indices_and_constraints()

    def add(self, round):
        from graphiti_core.nodes import EpisodeType

        added = self.graph.add_episode(
            name=round["id"],
            episode_body=_told(round),
            source_description="chat",
            reference_time=_time(round),
            source=EpisodeType.message,
            group_id=GROUP,
        )
        self.loop.run_until_complete(added)

    def seed(self, rounds):
        for start in range(0, len(rounds), AT_ONCE):
            self.loop.run_until_complete(self._store(rounds[start : start + AT_ONCE]))

    async def _store(self, rounds):
        from graphiti_core.edges import EntityEdge, EpisodicEdge
        from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
        from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

        episodes, mentions, entities, facts = [], [], [], []
        for round in rounds:
            own = {"group_id": GROUP, "created_at": datetime.now(timezone.utc)}
            said = " ".join(round["user"].split())
            entity = EntityNode(name=said, labels=["Entity"], summary=said, **own)
            episode = EpisodicNode(
                name=round["id"], content=_told(round), source=EpisodeType.message, source_description="chat", valid_at=_time(round), **own
            )
            fact = EntityEdge(
                source_node_uuid=entity.uuid,
                target_node_uuid=entity.uuid,
                name=said,
                fact=said,
                episodes=[episode.uuid],
                reference_time=_time(round),
                **own,
            )
            episode.entity_edges = [fact.uuid]
            episodes.append(episode)
            mentions.append(EpisodicEdge(source_node_uuid=episode.uuid, target_node_uuid=entity.uuid, **own))
            entities.append(entity)
            facts.append(fact)
        await add_nodes_and_edges_bulk(self.graph.driver, episodes, mentions, entities, facts, self.graph.embedder)

    def search(self, query, k):
        found = self.loop.run_until_complete(self.graph.search(query, group_ids=[GROUP], num_results=k))
        return [edge.fact for edge in found]

    def close(self):
        self.loop.run_until_complete(self._end())

    async def _end(self):
        await self._clear()
        for name in _own_indexes() - self.others:
            await self.graph.driver.execute_query(f"DROP INDEX `{name}` IF EXISTS")
        await self.graph.close()

    async def _clear(self):
        await self.graph.driver.execute_query("MATCH (n {group_id: $group}) DETACH DELETE n", group=GROUP)

    async def _indexes(self):
        shown, _, _ = await self.graph.driver.execute_query("SHOW INDEXES YIELD name")
        return {record["name"] for record in shown}


def _own_indexes():
    from graphiti_core.driver.driver import GraphProvider
    from graphiti_core.graph_queries import get_fulltext_indices, get_range_indices

    made = [*get_range_indices(GraphProvider.NEO4J), *get_fulltext_indices(GraphProvider.NEO4J)]
    return {re.search(r"INDEX (\w+)", statement).group(1) for statement in made}


def _told(round):
    return f"user: {round['user']}\nassistant: {round['assistant']}"


def _time(round):
    return datetime.fromisoformat(round["time"] or "2020-01-01").replace(tzinfo=timezone.utc)


serve(Graphiti)
