"""The official Python client, which does what lines of JSON on its standard input say, and answers each with a line."""

import json
import sys

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


def server(target):
    if "url" not in target:
        return StdioServerParameters(**target)
    return streamable_http_client(target["url"], http_client=create_mcp_http_client(headers=target["headers"]))


async def call(client, name, arguments, scope):
    answer = {"cancelled": True}
    with scope:
        result = await client.call_tool(name, arguments)
        answer = {"isError": bool(result.is_error), "content": result.structured_content}
    print(json.dumps(answer), flush=True)


async def main():
    async with Client(server(json.loads(sys.argv[1]))) as client, anyio.create_task_group() as group:
        scope = anyio.CancelScope()
        async for line in anyio.wrap_file(sys.stdin):
            asked = json.loads(line)
            if asked["do"] == "list":
                print(json.dumps({"tools": len((await client.list_tools()).tools)}), flush=True)
            elif asked["do"] == "call":
                scope = anyio.CancelScope()
                group.start_soon(call, client, asked["name"], asked["arguments"], scope)
            else:
                scope.cancel()


anyio.run(main)
