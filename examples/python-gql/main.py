"""Finds introductions to a person, and loads the records of those who can make them within a budget of two credits."""

import asyncio
import os
import sys

from gql import Client, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.exceptions import TransportQueryError

INTRODUCTIONS = gql("""
query Introductions($to: IntroTarget!) {
  introPaths(to: $to, first: 3) {
    nodes { why connector { name profile { xnetSlug } } }
    problems { message }
  }
}
""")

PEOPLE = gql("""
query People($by: [ProfileBy!]!) {
  profiles(by: $by) {
    ... on Profile { fullName about }
    ... on Problem { message }
  }
}
""")


def transport(**headers: str) -> AIOHTTPTransport:
    url = os.environ.get("KITH_URL", "http://localhost:4000")
    return AIOHTTPTransport(url=f"{url}/graphql", headers={"x-api-key": os.environ["KITH_API_KEY"], **headers})


async def introductions(slug: str) -> dict:
    async with Client(transport=transport()) as session:
        INTRODUCTIONS.variable_values = {"to": {"profile": {"xnetSlug": slug}}}
        return (await session.execute(INTRODUCTIONS))["introPaths"]


async def people(slugs: list[str], budget: int) -> list[dict]:
    async with Client(transport=transport(**{"x-credit-budget": str(budget)})) as session:
        PEOPLE.variable_values = {"by": [{"xnetSlug": slug} for slug in slugs]}
        try:
            return (await session.execute(PEOPLE))["profiles"]
        except TransportQueryError as error:
            # gql raises where any field failed; what did not fail, and was paid for, is in `data`.
            if error.data is None:
                raise
            print(f"Incomplete: {error.errors[0]['message']}", file=sys.stderr)
            return error.data["profiles"]


async def main(slug: str) -> None:
    found = await introductions(slug)
    for problem in found["problems"]:
        print(problem["message"], file=sys.stderr)
    paths = found["nodes"]
    for path in paths:
        print(f"{path['connector']['name']}: {path['why']}")
    slugs = [path["connector"]["profile"]["xnetSlug"] for path in paths]
    for person in await people(slugs, budget=2):
        print(person.get("fullName") or person.get("message"))


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "mei-ling-torres"))
