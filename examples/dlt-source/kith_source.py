"""A dlt source of what is free: the team's connectors, and the people whom they know."""

import os
from collections.abc import Iterator

import dlt
from dlt.sources.helpers import requests

CONNECTORS = "{ connectors { nodes { id name profile { xnetUrl currentTitle } } } }"

# Only fields that the answer of the free call covers; a budget of 0 refuses all others.
RELATIONSHIPS = """
query Relationships($after: String) {
  relationships(first: 1000, after: $after) {
    nodes {
      profile { id fullName currentTitle xnetUrl }
      connections { connectorId connectorName strength }
    }
    pageInfo { endCursor hasNextPage }
  }
}
"""


@dlt.source(name="kith")
def kith_source(url: str, api_key: str):
    def ask(query: str, **variables) -> dict:
        headers = {"x-api-key": api_key, "x-credit-budget": "0"}
        answer = requests.post(f"{url}/graphql", json={"query": query, "variables": variables}, headers=headers).json()
        if answer.get("errors"):
            raise RuntimeError(answer["errors"][0]["message"])
        return answer["data"]

    @dlt.resource(primary_key="id", write_disposition="replace")
    def connectors() -> Iterator[dict]:
        for node in ask(CONNECTORS)["connectors"]["nodes"]:
            yield node

    @dlt.resource(primary_key="id", write_disposition="replace")
    def relationships() -> Iterator[dict]:
        after = None
        while True:
            page = ask(RELATIONSHIPS, after=after)["relationships"]
            for node in page["nodes"]:
                yield {**node["profile"], "connections": node["connections"]}
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    return connectors, relationships


if __name__ == "__main__":
    pipeline = dlt.pipeline(
        pipeline_name="kith",
        pipelines_dir=os.environ.get("PIPELINES_DIR", ".pipelines"),
        destination=dlt.destinations.filesystem(os.environ.get("WAREHOUSE", "warehouse")),
        dataset_name="network",
    )
    source = kith_source(os.environ.get("KITH_URL", "http://localhost:4000"), os.environ["KITH_API_KEY"])
    pipeline.run(source, loader_file_format="jsonl")
    print(pipeline.last_trace.last_normalize_info.row_counts)
