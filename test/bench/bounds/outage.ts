/**
 * What callers notice of an upstream that is dead: `npm run bench -- outage`, once with an upstream that refuses connections and
 * once with one that is silent. Clients go on asking, for records that cost credits and for searches that are free. Once the
 * circuits have opened, answers come at once and nothing more is uncertain; when the upstream is back, one probe tells so.
 * Generator and upstream are on core 0, the graph on core 1. `--seconds 20` is how long the upstream stays dead.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { defaultBreaker } from '../../../src/client/circuit-breaker.ts';
import { openWire } from '../../support/network/wire.ts';
import { run } from '../contest.ts';
import { kith } from '../contestants.ts';
import { quantile } from '../load.ts';
import { titled } from '../queries.ts';
import { openUpstream } from '../upstream/server.ts';
import { judge, say } from './goals.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const deadMs = Number(values.seconds) * 1000;
const clients = 16;
/** What the graph allows a call of the upstream. */
const timeoutMs = 1000;
/** One begins with a record that costs credits, the other with a search. */
const asked: readonly Asked[] = [
  {
    name: 'a record',
    body: (from) => ({
      query:
        'query ($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { headline } ... on Problem { message } } }',
      variables: { by: { xnetSlug: `person-${from}` } },
    }),
  },
  {
    name: 'a search',
    body: (from) => ({
      query: 'query ($dsl: JSON) { searchProfiles(dsl: $dsl, first: 5) { totalCount nodes { id } } }',
      variables: { dsl: titled(from) },
    }),
  },
];

interface Asked {
  readonly name: string;
  readonly body: (from: number) => object;
}

interface Answered {
  readonly query: string;
  readonly begun: number;
  readonly ended: number;
  readonly outcome: 'answered' | 'not asked' | 'failed';
  readonly uncertain: number;
}

async function measure(way: 'refuses' | 'is silent') {
  await using upstream = await openUpstream();
  await using wire = await openWire(new URL(upstream.url));
  const contestant = kith();
  const env = { ...contestant.env, KITH_UPSTREAM_TIMEOUT_MS: String(timeoutMs), KITH_LOG_LEVEL: 'silent' };
  const graph = await run({ ...contestant, env }, { ...upstream, url: wire.url.replace(/\/$/, '') });
  const pool = new Pool(new URL(graph.url).origin, { connections: clients });
  const answers: Answered[] = [];
  let over = false;
  let from = 0;
  const client = async (number: number): Promise<void> => {
    for (let round = number; !over; round += 1) {
      const query = asked[round % asked.length];
      if (!query) return;
      // A circuit that is open answers at once: clients who came back at once would do nothing else.
      await wait(10);
      from += 20;
      const begun = performance.now();
      const { body } = await pool.request({
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
        body: JSON.stringify(query.body(from)),
      });
      const text = await body.text();
      const { errors, extensions } = JSON.parse(text);
      answers.push({
        query: query.name,
        begun,
        ended: performance.now(),
        outcome: text.includes('was not called')
          ? 'not asked'
          : errors === undefined && !text.includes('"message":')
            ? 'answered'
            : 'failed',
        uncertain: extensions?.credits?.maybeCharged ?? 0,
      });
    }
  };
  /** Waits until every query has had an outcome since. */
  const since = async (outcome: Answered['outcome'], from: number): Promise<number> => {
    for (;;) {
      const first = asked.map(({ name }) =>
        answers.find((answer) => answer.query === name && answer.outcome === outcome && answer.begun >= from),
      );
      if (first.every((answer) => answer !== undefined)) return Math.max(...first.map(({ ended }) => ended));
      await wait(20);
    }
  };

  const running = Array.from({ length: clients }, (_, number) => client(number));
  await since('answered', performance.now());
  await wait(2000);
  const died = performance.now();
  if (way === 'refuses') await wire.cut();
  else upstream.latencyMs = 10 * timeoutMs;
  const tripped = await since('not asked', died);
  await wait(deadMs);
  const mended = performance.now();
  if (way === 'refuses') await wire.mend();
  else upstream.latencyMs = 0;
  const back = await since('answered', mended);
  await wait(1000);
  over = true;
  await Promise.all(running);
  await pool.close();
  await graph.close();

  const dead = answers.filter(({ begun, ended }) => begun >= tripped && ended <= mended);
  const after = answers.filter(({ begun }) => begun >= mended);
  say(
    `The upstream ${way}: ${dead.length} operations within ${deadMs} ms of its circuits' opening, which took ${Math.round(tripped - died)} ms`,
  );
  return [
    {
      what: `p99 of an answer once the upstream ${way}, ms`,
      measured: quantile(
        dead.map(({ begun, ended }) => ended - begun),
        0.99,
      ),
      bound: { most: 50 },
    },
    {
      what: 'uncertain credits of operations begun then',
      measured: dead.reduce((sum, { uncertain }) => sum + uncertain, 0),
      bound: { most: 0 },
    },
    {
      what: 'until both kinds of calls are answered again, ms',
      measured: back - mended,
      bound: { most: defaultBreaker.lastProbeMs },
    },
    {
      what: 'operations begun since that failed other than unsent',
      measured: after.filter(({ outcome }) => outcome === 'failed').length,
      bound: { most: 0 },
    },
  ];
}

judge([...(await measure('refuses')), ...(await measure('is silent'))]);
