/**
 * What a team notices of another through a graph and its embedded service, in one process (`kith serve`) and in two
 * (`kith service`, `kith graph`): `npm run bench:embedded`. Both run at once, and take turns. While one key maps networks,
 * searches nested ranges and fetches 1,000 records in a loop, another searches for five people, and `/healthz` is asked.
 * Then hostile requests without a key are sent, and at last more searches at once than are answered in time.
 * `--rounds 9` and `--seconds 20` measure longer, `--only hostile` asks for one of these.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { demoCompany, demoTeams } from '../../../src/store/sample/demo.ts';
import { requests } from '../../graph/server/hostile/requests.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { quantile } from '../load.ts';
import { type Goal, judge, say } from './goals.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const ms = Number(values.seconds) * 1000;

const maxMs = 250;
const maxHealthMs = 100;
const maxRatio = 1.3;

const greedyKey = demoTeams.partner.key;
const otherKey = demoTeams.empty.key;
const path = 'profile_info.experience';
const nestedRanges = {
  bool: {
    should: Array.from({ length: 8 }, (_, number) => ({
      nested: { path, query: { range: { [`${path}.company.founded`]: { gte: 1900 + number, lte: 2020 } } } },
    })),
  },
};

/** A graph with its service, in one process or in two. */
interface Arrangement extends AsyncDisposable {
  readonly name: 'one process' | 'two processes';
  readonly url: string;
  /** Sends an operation; rejects unless it is answered with one of these statuses and, where it is 200, without errors. */
  ask(key: string | undefined, body: string, statuses?: readonly number[]): Promise<number>;
  healthMs(): Promise<number>;
}

async function open(name: Arrangement['name']): Promise<Arrangement> {
  await using opened = new AsyncDisposableStack();
  const directory = opened.use(await temporaryDirectory());
  const env = { KITH_CACHE_SECONDS: '0', KITH_ANONYMOUS_PER_MINUTE: '0', KITH_DATA_DIR: directory.path };
  const graph =
    name === 'one process'
      ? opened.use(new Kith(['serve'], env))
      : opened.use(
          new Kith(['graph'], {
            ...env,
            KITH_UPSTREAM_URL: await opened
              .use(new Kith(['service'], env))
              .says(/^The data service answers on\s+(\S+)/),
            KITH_UPSTREAM_CONNECTIONS: '128',
          }),
        );
  const url = await graph.says(/^The graph answers on\s+(\S+)/);
  const unbounded = await kith(['team', 'update', demoTeams.partner.id, '--allowance', 'none'], env);
  if (unbounded.code !== 0) throw new Error(unbounded.err);
  const agent = new Agent({ connections: 64 });
  const healthAgent = new Agent({ connections: 1 });
  opened.defer(async () => void (await Promise.all([agent.close(), healthAgent.close()])));
  const everything = opened.move();
  return {
    name,
    url,
    async ask(key, body, statuses = [200]) {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-credit-budget': '10000',
          ...(key !== undefined && { 'x-api-key': key }),
        },
        body,
        dispatcher: agent,
      });
      const text = await answer.body.text();
      if (!statuses.includes(answer.statusCode) || (answer.statusCode === 200 && text.includes('"errors":')))
        throw new Error(`${name}: ${answer.statusCode}: ${text.slice(0, 300)}`);
      return answer.statusCode;
    },
    async healthMs() {
      const begun = performance.now();
      const { statusCode, body } = await request(new URL('/healthz', url), { dispatcher: healthAgent });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${name}: /healthz: ${statusCode}`);
      return performance.now() - begun;
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const operation = (query: string, variables: object = {}): string => JSON.stringify({ query, variables });
const search = operation('{ searchProfiles(first: 5) { totalCount nodes { id } } }');

/** Who is asked for in a fetch, and what is mapped in turn. */
async function named(arrangement: Arrangement) {
  const read = async (query: string) => {
    const { body } = await request(arrangement.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': greedyKey, 'x-credit-budget': '10000' },
      body: operation(query),
    });
    const { data } = Object(await body.json());
    return data;
  };
  const { searchProfiles } = await read('{ searchProfiles(first: 1000) { nodes { id } } }');
  const { searchCompanies } = await read('{ searchCompanies(first: 100) { nodes { websites } } }');
  const ids: readonly string[] = searchProfiles.nodes.map(({ id }: { id: string }) => id);
  const websites: readonly string[] = searchCompanies.nodes.flatMap(
    (node: { websites: string[] | null }) => node.websites ?? [],
  );
  return { by: ids.map((id) => ({ id })), websites: [...new Set([demoCompany.website, ...websites])] };
}

/** Work of others: each client goes on for as long as it may. */
type Press = (arrangement: Arrangement, isOver: () => boolean) => readonly Promise<unknown>[];

const until = async (isOver: () => boolean, act: (number: number) => Promise<unknown>): Promise<void> => {
  for (let number = 0; !isOver(); number += 1) await act(number);
};

interface Noticed {
  readonly times: readonly number[];
  readonly healthTimes: readonly number[];
}

async function notice(arrangement: Arrangement, press: Press): Promise<Noticed> {
  const begun = performance.now();
  const isOver = (): boolean => performance.now() - begun > ms;
  const times: number[] = [];
  const healthTimes: number[] = [];
  const pressing = press(arrangement, isOver);
  await wait(200);
  await Promise.all([
    until(isOver, async () => {
      const sent = performance.now();
      await arrangement.ask(otherKey, search);
      times.push(performance.now() - sent);
      await wait(20);
    }),
    until(isOver, async () => {
      healthTimes.push(await arrangement.healthMs());
      await wait(5);
    }),
    ...pressing,
  ]);
  return { times, healthTimes };
}

await using stack = new AsyncDisposableStack();
const one = stack.use(await open('one process'));
const two = stack.use(await open('two processes'));
const { by, websites } = await named(one);

let answered = 0;
let failed = 0;
const mapping =
  'mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website, waitSeconds: 5 }) { problems { code } } }';
const fetch1000 = operation('query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { headline } } }', { by });
const nested = operation('query ($dsl: JSON) { searchProfiles(dsl: $dsl, first: 5) { nodes { id } } }', {
  dsl: nestedRanges,
});
const count = async (asked: Promise<number>): Promise<void> => {
  await asked.then(
    (status) => {
      if (status === 200) answered += 1;
    },
    (error: Error) => {
      failed += 1;
      if (failed < 5) say(error.message);
    },
  );
};
const presses: Readonly<Record<string, Press>> = {
  'one key that maps, searches and fetches': (arrangement, isOver) => [
    until(isOver, (number) =>
      count(arrangement.ask(greedyKey, operation(mapping, { website: websites[number % websites.length] }))),
    ),
    until(isOver, () => count(arrangement.ask(greedyKey, nested, [200, 429]))),
    until(isOver, () => count(arrangement.ask(greedyKey, fetch1000))),
  ],
  'hostile requests': (arrangement, isOver) =>
    Array.from({ length: 4 }, (_, client) =>
      until(isOver, async (number) => {
        const { body } = requests[(client + number * 4) % requests.length] ?? { body: '' };
        await arrangement.ask(undefined, body, [200, 400, 401, 413, 429]).catch(() => 0);
      }),
    ),
  'more searches than are answered in time': (arrangement, isOver) =>
    Array.from({ length: 60 }, (_, client) => {
      const key = [demoTeams.team, demoTeams.partner, demoTeams.child][client % 3]?.key;
      return until(isOver, () => count(arrangement.ask(key, search, [200, 429, 503])));
    }),
};

const goals: Goal[] = [];
for (const [what, press] of Object.entries(presses)) {
  if (!what.includes(values.only)) continue;
  const noticed = { 'one process': [] as Noticed[], 'two processes': [] as Noticed[] };
  const ratios: number[] = [];
  const rates = { 'one process': 0, 'two processes': 0 };
  failed = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const p95 = { 'one process': 0, 'two processes': 0 };
    for (const arrangement of round % 2 === 0 ? [one, two] : [two, one]) {
      answered = 0;
      const seen = await notice(arrangement, press);
      // The first round warms up.
      if (round === 0) continue;
      noticed[arrangement.name].push(seen);
      rates[arrangement.name] += answered / (ms / 1000) / rounds;
      p95[arrangement.name] = quantile(seen.times, 0.95);
    }
    if (round > 0) ratios.push(p95['one process'] / p95['two processes']);
  }
  const p95 = { 'one process': 0, 'two processes': 0 };
  for (const name of ['one process', 'two processes'] as const) {
    const times = noticed[name].flatMap((seen) => seen.times);
    const healthTimes = noticed[name].flatMap((seen) => seen.healthTimes);
    p95[name] = quantile(times, 0.95);
    say(
      `${what}, ${name}: ${times.length} searches of another key took ${quantile(times, 0.5).toFixed(1)} ms at the median, ${p95[name].toFixed(1)} at p95; /healthz ${quantile(healthTimes, 0.5).toFixed(1)} and ${quantile(healthTimes, 0.95).toFixed(1)}; ${rates[name].toFixed(1)} answers a second`,
    );
    if (name !== 'one process') continue;
    goals.push(
      { what: `beside ${what}: p95 of another key, ms`, measured: p95[name], bound: { most: maxMs } },
      {
        what: `beside ${what}: p95 of /healthz, ms`,
        measured: quantile(healthTimes, 0.95),
        bound: { most: maxHealthMs },
      },
    );
  }
  say(
    `${what}: p95 as a multiple of two processes', round by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  );
  goals.push(
    {
      what: `beside ${what}: p95 as a multiple of two processes'`,
      measured: p95['one process'] / p95['two processes'],
      bound: { most: maxRatio },
    },
    { what: `beside ${what}: operations that failed`, measured: failed, bound: { most: 0 } },
  );
}
judge(goals);
