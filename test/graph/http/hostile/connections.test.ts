import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import pino from 'pino';
import { keyOf } from '../../../support/cast/cast.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { randomFrom } from '../../../support/random.ts';
import { openCast } from '../../../support/service.ts';

const { KITH_PROPERTY_SEED, KITH_PROPERTY_RUNS } = process.env;
const seed = Number(KITH_PROPERTY_SEED ?? 20_261_125);
const runs = Number(KITH_PROPERTY_RUNS ?? 600);
const atOnce = 16;

const head = (line: string, ...fields: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: kith.example', ...fields, '', ''].join('\r\n');
const json = 'Content-Type: application/json';
const key = `x-api-key: ${keyOf('orchard')}`;
const query = '{"query":"{ __typename viewer { id } }"}';
const whole = [json, key, `Content-Length: ${query.length}`];
const webSocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const protocol = 'Sec-WebSocket-Protocol: graphql-transport-ws';

/** What may come over a connection, in whatever order: requests, offers of other protocols, parts of either, and neither. */
const pieces: readonly string[] = [
  head('GET /healthz'),
  head('GET /'),
  head('POST /graphql', ...whole) + query,
  head('POST /graphql', ...whole, 'Accept: text/event-stream') + query,
  head('POST /graphql', ...whole, 'Expect: 100-continue'),
  `${head('POST /graphql', json, 'Transfer-Encoding: chunked')}5\r\n{"que\r\n`,
  head('GET /graphql', ...webSocket, protocol),
  head('GET /graphql', ...webSocket),
  head('GET /nowhere', ...webSocket, protocol),
  `${head('POST /graphql', ...webSocket, 'Content-Length: 3')}abc`,
  head('GET /graphql', 'Connection: Upgrade', 'Upgrade: h2c'),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  head('CONNECT kith.example:80'),
  head('OPTIONS *'),
  head('TRACE /'),
  'GET /graphql?query=%7B__typename%7D HTTP/1.0\r\n\r\n',
  'GET /graphql HTTP/1.1\r\n\r\n',
  head('GET /%ff%00'),
  head('GET //'),
  head('GET http://[::/x'),
  head('GET /session/x', 'Cookie: a=b; =; kith=%%%'),
  `${head('POST /session', json, 'Content-Length: 2')}{}`,
  `${head('POST /v3/profiles/fetch', json, key, 'Content-Length: 13')}{"ids":["x"]}`,
  `${head('POST /v3/profiles/fetch', json, key, 'Content-Length: 99')}{"ids":["x"]}`,
  '\x81\x85\x00\x00\x00\x00hello',
  '\x81\xfe\x00\x1a\x00\x00\x00\x00{"type":"connection_init"}',
  '\x88\x80\x00\x00\x00\x00',
  '\xff\xff\xff\xff',
  '\r\n\r\n',
  'GET',
  head(`GET /${'a'.repeat(20_000)}`),
  head('GET /', `x: ${'b'.repeat(17_000)}`),
];

/** One connection: up to five pieces, in one write or two, and then its end, a reset, or an end after the first answer. */
async function disturb(url: string, random: () => number): Promise<void> {
  const below = (bound: number): number => Math.floor(random() * bound);
  const sent = Array.from({ length: 1 + below(5) }, () => pieces[below(pieces.length)]).join('');
  const bytes = Buffer.from(sent, 'latin1');
  const cut = below(2) === 0 ? bytes.length : below(bytes.length);
  const [end, reset, hear] = ['end', 'reset', 'hear'] as const;
  const way = [end, reset, hear][below(3)];
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that has refused the first piece resets while the others are on their way.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const heard = new Promise((resolve) => socket.once('data', resolve));
  await Promise.race([once(socket, 'connect'), closed]);
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, cut), () => resolve()));
  if (cut < bytes.length && socket.writable) socket.write(bytes.subarray(cut));
  if (way === 'reset') socket.resetAndDestroy();
  else socket.end();
  if (way === 'hear') await Promise.race([heard, closed]);
  if (way !== 'end') socket.destroy();
  await closed;
}

describe('connections that keep to no protocol', { timeout: 120_000 }, () => {
  it(`harm nobody else, and are no errors in the log (KITH_PROPERTY_SEED=${seed})`, async () => {
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
    await using service = await openCast({ log });
    const graph = await openTestGraph(service.url, { log });
    try {
      for (const url of [graph.graph.url, service.url]) {
        let run = 0;
        const client = async (): Promise<void> => {
          for (; run < runs; run += 1) await disturb(url, randomFrom(seed + run));
        };
        await Promise.all(Array.from({ length: atOnce }, client));
        assert.equal((await fetch(`${url}/healthz`)).status, 200);
      }
      assert.deepEqual(errors, []);
    } finally {
      await graph.close();
    }
  });
});
