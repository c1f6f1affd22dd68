import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openTestGraph } from '../../support/graph/graph.ts';
import { answerOf } from './upstream.ts';

const sizes = [20_000, 200_000] as const;
const person = (number: number) => ({ profile: { id: `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}` } });
const paths = 'introPaths(to: $to, hops: $hops, first: 5) { nodes { confidence why } }';

const questions = [
  {
    name: 'one step',
    query: `query ($to: IntroTarget!, $hops: Int) { ${paths} }`,
    variables: { to: person(1), hops: 1 },
  },
  {
    name: 'two steps',
    query: `query ($to: IntroTarget!, $hops: Int) { ${paths} }`,
    variables: { to: person(1), hops: 2 },
  },
  {
    name: 'a plan, 500 targets, one step',
    query: 'query ($to: [IntroTarget!]!) { introPlan(to: $to) { confidence } }',
    variables: { to: Array.from({ length: 500 }, (_, at) => person(at)) },
  },
  {
    name: 'a plan, 20 targets, two steps',
    query: 'query ($to: [IntroTarget!]!) { introPlan(to: $to, hops: 2) { confidence } }',
    variables: { to: Array.from({ length: 20 }, (_, at) => person(at)) },
  },
] as const;

interface Counts {
  readonly calls: number;
  readonly bytes: number;
  readonly credits: number;
}

async function measure(people: number): Promise<readonly Counts[]> {
  let bytes = 0;
  const server = createServer(async (request, response) => {
    const body = JSON.stringify(answerOf(request.url ?? '', JSON.parse(await text(request)), people));
    bytes += Buffer.byteLength(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await using graph = await openTestGraph(`http://127.0.0.1:${port}`);
  const counts: Counts[] = [];
  for (const { query, variables } of questions) {
    graph.upstream.forget();
    bytes = 0;
    const { errors, extensions } = await graph.ask('a key', query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    counts.push({ calls: graph.upstream.calls.length, bytes, credits: extensions?.credits?.charged ?? 0 });
  }
  server.closeAllConnections();
  server.close();
  return counts;
}

/**
 * Counts the calls and bytes of paths and of a plan over an upstream of no more than arithmetic, whose network grows
 * tenfold; answers whether they stay as they are.
 */
export async function measureGrowth(say: (line: string) => void): Promise<boolean> {
  const [small, large] = [await measure(sizes[0]), await measure(sizes[1])];
  let isFlat = true;
  for (const [at, { name }] of questions.entries()) {
    const [few, many] = [small[at], large[at]];
    if (!few || !many) continue;
    say(
      `${name}: ${few.calls} calls, ${few.bytes} bytes, ${few.credits} credits with ${sizes[0]} people; ${many.calls}, ${many.bytes}, ${many.credits} with ${sizes[1]}`,
    );
    // A total has a digit more.
    if (many.calls > few.calls || many.bytes > few.bytes * 1.02) isFlat = false;
  }
  return isFlat;
}
