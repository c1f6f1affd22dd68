import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';

const run = promisify(execFile);

/** Asks by each transport, with the key in the places that gql has for it; prints the answers as JSON. */
const script = `
import asyncio, json, sys
from gql import Client, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.websockets import WebsocketsTransport

url, key, person = sys.argv[1:]
query = gql('query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { id fullName } } }')
socket = url.replace('http', 'ws')
transports = {
    'aiohttp': AIOHTTPTransport(url=url, headers={'x-api-key': key}),
    'websockets with headers': WebsocketsTransport(url=socket, headers={'x-api-key': key}),
    'websockets with init_payload': WebsocketsTransport(url=socket, init_payload={'apiKey': key}),
}

async def ask(transport):
    async with Client(transport=transport, fetch_schema_from_transport=True) as session:
        query.variable_values = {'by': {'id': person}}
        return await session.execute(query)

print(json.dumps({name: asyncio.run(ask(transport)) for name, transport in transports.items()}))
`;

/** Where gql is installed for these tests, or why it is not. */
async function install(directory: string): Promise<{ readonly python: string } | { readonly reason: string }> {
  const python = join(directory, 'bin', 'python');
  try {
    await run('python3', ['-m', 'venv', directory]);
    await run(python, ['-m', 'pip', 'install', '--quiet', 'gql[aiohttp,websockets]==4.0.0']);
    return { python };
  } catch (error) {
    return { reason: `gql could not be installed: ${error instanceof Error ? error.message : error}` };
  }
}

describe('gql (Python)', () => {
  let graph: CastGraph;
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kith-gql-'));
    graph = await openCastGraph();
  });
  after(async () => {
    await graph.close();
    await rm(directory, { recursive: true });
  });

  it('validates and asks by HTTP and WebSocket, by a header as by the payload', { timeout: 180_000 }, async (t) => {
    const installed = await install(directory);
    if ('reason' in installed) return t.skip(installed.reason);
    const { id } = people.ada;
    const { stdout } = await run(installed.python, ['-c', script, `${graph.graph.url}/graphql`, keyOf('orchard'), id]);
    const answers: Record<string, unknown> = JSON.parse(stdout);
    assert.deepEqual(Object.keys(answers), ['aiohttp', 'websockets with headers', 'websockets with init_payload']);
    for (const answer of Object.values(answers)) assert.deepEqual(answer, { profile: { id, fullName: 'Ada Moreau' } });
  });
});
