/**
 * Counts what these questions cost, in upstream calls and credits, by three layers over the same service:
 * `npm run bench -- credits`. The answers must be the same; then the table is printed.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { stdout } from 'node:process';
import pino from 'pino';
import { createClient } from '../../../src/client/client.ts';
import { addConnector, createTeam } from '../../../src/contract/operation/team.ts';
import { openGraph } from '../../../src/graph/server.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openService } from '../../../src/service/server.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { openRecorder } from '../../support/network/recorder.ts';
import { openTestStore } from '../../support/store.ts';
import { sampleProfiles } from '../../tools/sample/generate.ts';
import { generatedRecords } from '../../tools/sample/records.ts';
import { askBaseline } from './baseline.ts';
import { type Ask, type Question, questions, type Subjects } from './questions.ts';
import { batched, naive } from './records.ts';

await using store = await openTestStore();
const size = { seed: 1, profiles: 2000, companies: 300 };
await loadSample(store, {}, generatedRecords(size));
await using service = await openService({
  store,
  secret: 'a secret for a bench, which is long enough',
  urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
});
await using upstream = await openRecorder(service.url);
await using client = createClient({ baseUrl: upstream.url });

const people = [...sampleProfiles(size)];
const slugs = people
  .map(({ profile_info: info }) => info?.social_media?.find((one) => one?.network === 'xnet')?.slug)
  .filter((slug) => typeof slug === 'string');

/** Three child teams whose connectors know partly the same people. */
async function childTeams(): Promise<string[]> {
  const partner = { apiKey: demoTeams.partner.key };
  const ids: string[] = [];
  for (const name of ['North', 'South', 'West']) {
    const { body } = await client.call(createTeam, { team_name: name }, partner);
    const from = ids.length * 2;
    const credential = { ...partner, childTeamId: body.team_id };
    await client.call(addConnector, { xnet_usernames: slugs.slice(from, from + 4) }, credential);
    ids.push(body.team_id);
  }
  await service.context.jobs.idle();
  return ids;
}

/** The employer of most people in the sample. */
function largestEmployer(): string {
  const counts = new Map<string, number>();
  for (const { profile_info: info } of people)
    if (info?.current_company_id) counts.set(info.current_company_id, (counts.get(info.current_company_id) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

const subjects: Subjects = { slugs, companyId: largestEmployer(), childTeams: await childTeams() };

interface Cost {
  readonly answer: unknown;
  readonly calls: number;
  readonly credits: number;
}

const usageOf = async (key: string): Promise<number> => {
  const response = await fetch(`${service.url}/credits/usage`, { headers: { 'x-api-key': key } });
  const body: { usage: number } = await response.json();
  return body.usage;
};

async function cost({ as, ask }: Question, by: Ask): Promise<Cost> {
  const { key } = demoTeams[as];
  const before = await usageOf(key);
  upstream.forget();
  const answer: unknown = JSON.parse(JSON.stringify(await ask(by, subjects)));
  return { answer, calls: upstream.calls.length, credits: (await usageOf(key)) - before };
}

const baseline =
  (key: string, newRecords: typeof naive): Ask =>
  (query, variables = {}) =>
    askBaseline({ client, credential: { apiKey: key }, newRecords }, query, variables);

const dayMs = 86_400_000;
await using directory = await temporaryDirectory();

/** Kith as it is configured by default; once records are kept, after some days. */
const openKith = (keeping?: { readonly days: number }) =>
  openGraph({
    ...{
      upstreamUrl: upstream.url,
      log: pino({ level: 'silent' }),
      secret: 'a secret for a bench, which is long enough',
    },
    ...(keeping && {
      keptDatabase: new Database(join(directory.path, 'records.sqlite')),
      credits: {
        cache: { wallNow: () => Date.now() + keeping.days * dayMs },
        keep: { keepMs: 30 * dayMs, bytes: 64_000_000 },
      },
    }),
  });

const kith =
  (url: string, key: string): Ask =>
  async (query, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors }: { data: unknown; errors?: readonly { message: string }[] } = await response.json();
    assert.equal(errors, undefined, errors?.[0]?.message);
    return data;
  };

const rows: string[] = [];
let graph = await openKith();
for (const question of questions) {
  const { key } = demoTeams[question.as];
  // Only repeated questions find what an earlier one has left.
  if (question.repeated !== 'at once') {
    await graph.close();
    graph = await openKith(question.repeated && { days: 0 });
  }
  if (question.repeated === 'a week later') {
    await question.ask(kith(graph.url, key), subjects);
    await graph.close();
    graph = await openKith({ days: 7 });
  }
  const costs = [
    await cost(question, baseline(key, naive)),
    await cost(question, baseline(key, batched)),
    await cost(question, kith(graph.url, key)),
  ];
  for (const { answer } of costs) assert.deepEqual(answer, costs[0]?.answer, question.name);
  rows.push(`| ${[question.name, ...costs.map(({ calls, credits }) => `${calls} / ${credits}`)].join(' | ')} |`);
}
await graph.close();
stdout.write(
  `${['| upstream calls / credits | naive resolvers | plain DataLoader | Kith |', '|---|---|---|---|', ...rows].join('\n')}\n`,
);
