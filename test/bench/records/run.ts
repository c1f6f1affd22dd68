/**
 * What kept records and `kith enrich` cost: `npm run bench -- records`. A page of 100 kept records beside the same from memory,
 * the size of a kept profile on disk, and rows a second of an enrichment beside a bare loop that fetches 1,000 a call, by the
 * identifiers of the rows; rows with names are searched first. Each pair takes turns. Service, graph and command are processes
 * of their own, as where they run; CPU seconds are those of all of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath, pid, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { request } from 'undici';
import { enrich } from '../../../src/app/enrich/enrich.ts';
import { openInput } from '../../../src/app/enrich/input.ts';
import { selectionOf } from '../../../src/app/enrich/selection.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openGraph } from '../../../src/graph/server.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { slugOfUrl } from '../../../src/reading/page.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { openReplica } from '../../support/graph/graph-replica.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { sampleSize } from '../../support/sample/sample-seed.ts';
import { sampleProfiles } from '../../tools/sample/generate.ts';

/** People at the data service, and so rows with ids or pages: lists are of tens of thousands. */
const people = 12_000;
/** People who are kept, and rows with names, of which each takes a search. */
const fewer = 4000;
const pages = 100;
const rounds = 7;
const secret = 'a secret for a bench, which is long enough';
const { key } = demoTeams.team;
const say = (line: string) => stdout.write(`${line}\n`);
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

await using service = await openServiceProcess();
await using directory = await temporaryDirectory();
const sample = [...sampleProfiles(sampleSize(people))];
const ids = sample.map(({ id }) => id);
const options = {
  ...{ upstreamUrl: service.url, secret, traffic: { load: noLoadGuard } },
  credits: { budget: { default: 100_000, max: 100_000 } },
};
const open = (credits: object, keptDatabase?: Database) =>
  openGraph({
    ...options,
    log: pino({ level: 'silent' }),
    ...(keptDatabase && { keptDatabase }),
    credits: { ...options.credits, ...credits },
  });

interface Timed {
  /** Rows a second. */
  readonly rate: number;
  /** CPU seconds of the service, the graph and this process. */
  readonly seconds: number;
}

/** CPU seconds of the service, a graph and this process so far; `/proc` counts them in hundredths. */
const cpuSeconds = (graph = pid): number =>
  [...new Set([service.pid, graph, pid])].reduce((sum, one) => {
    const [, fields = ''] = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return sum + ((user ?? 0) + (system ?? 0)) / 100;
  }, 0);

async function openServiceProcess() {
  const child = spawn(execPath, [join(import.meta.dirname, 'service.ts'), String(people), secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface(child.stdout), 'line');
  return { url: String(url), pid: child.pid ?? pid, [Symbol.asyncDispose]: async () => void child.kill() };
}

const load = async (url: string, some: readonly string[], fields: string): Promise<void> => {
  const answer = await request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      query: `query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { ${fields} } } }`,
      variables: { by: some.map((id) => ({ id })) },
    }),
  });
  const body = await answer.body.text();
  if (answer.statusCode !== 200 || body.includes('"errors"')) throw new Error(body.slice(0, 500));
};

{
  const keep = { keepMs: 30 * 86_400_000, bytes: 1e9 };
  // Without a memory in front, each page is read from the file.
  await using kept = await open({ cache: { keepMs: 0 }, keep }, new Database(join(directory.path, 'records.sqlite')));
  await using memory = await open({ cache: { keepMs: 3_600_000 } });
  for (let from = 0; from < fewer; from += 1000)
    for (const { url } of [kept, memory]) await load(url, ids.slice(from, from + 1000), 'fullName');
  const times: { readonly kept: number[]; readonly memory: number[] } = { kept: [], memory: [] };
  for (let turn = 0; turn < 2 * pages; turn += 1) {
    const name = turn % 2 === 0 ? 'kept' : 'memory';
    const from = ((turn >> 1) * 100) % (fewer - 100);
    const began = performance.now();
    await load((name === 'kept' ? kept : memory).url, ids.slice(from, from + 100), 'fullName headline currentTitle');
    times[name].push(performance.now() - began);
  }
  const [one, other] = [median(times.kept), median(times.memory)];
  say(
    `A page of 100, p50: kept ${one.toFixed(1)} ms, memory ${other.toFixed(1)} ms; difference at most 10: ${(one - other).toFixed(1)}`,
  );
  const { bytes = 0, profiles = 0 } = (await kept.cache.keptSummary()) ?? {};
  say(`Bytes a profile on disk, at most 1500: ${Math.round((bytes ?? 0) / profiles)} (${profiles} profiles)`);
}

const callService = async <Answer>(path: string, body: object): Promise<Answer> => {
  const answer = await request(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  return (await answer.body.json()) as Answer;
};

/** Fetches 1,000 people a call, and writes a line for each. */
async function bareLoop(
  output: string,
  rows: number,
  identifiers: (from: number, to: number) => object | Promise<object>,
) {
  const lines: string[] = [];
  for (let from = 0; from < rows; from += 1000) {
    const { results } = await callService<{
      results: readonly { id: string; profile_info: { full_name: string; headline: string } }[];
    }>('/v3/profiles/fetch', await identifiers(from, from + 1000));
    for (const { id, profile_info: info } of results) lines.push(`${id},${info.full_name},${info.headline}\n`);
  }
  await writeFile(output, lines.join(''));
}

const searchesAtOnce = 8;

/** The ids of people by name and employer: a search a row, whose only result is taken. */
async function searched(from: number, to: number): Promise<object> {
  const found: string[] = [];
  const some = infos.slice(from, to);
  for (let at = 0; at < some.length; at += searchesAtOnce) {
    const answers = await Promise.all(
      some.slice(at, at + searchesAtOnce).map((info) => {
        const has = (member: 'full_name' | 'current_company_name') => ({
          match: { [`profile_info.${member}`]: { query: info?.[member] ?? '', operator: 'and' } },
        });
        const query = { bool: { filter: [has('full_name'), has('current_company_name')] } };
        return callService<{ ids: readonly string[] }>('/v3/profiles/search', { query, limit: 2 });
      }),
    );
    for (const { ids: few } of answers) if (few.length === 1) found.push(...few);
  }
  return { ids: found };
}

const infos = sample.map(({ profile_info: info }) => info);
const { config } = readConfig({ KITH_DATA_DIR: join(directory.path, 'data'), KITH_SECRET: secret });
if (!config) throw new Error('The configuration must be valid.');
const columns = await selectionOf('people', ['fullName', 'headline']);
/** Each list, and how a bare loop finds the people of its rows. */
const lists = {
  ids: {
    rows: people,
    text: `id\n${ids.join('\n')}\n`,
    bare: (from: number, to: number) => ({ ids: ids.slice(from, to) }),
  },
  pages: {
    rows: people,
    text: `Profile URL\n${infos.map((info) => info?.xnet_url ?? '').join('\n')}\n`,
    bare: (from: number, to: number) => ({
      xnet_names: infos.slice(from, to).flatMap((info) => slugOfUrl(info?.xnet_url ?? '', 'profile') ?? []),
    }),
  },
  'names and employers': {
    rows: fewer,
    text: `Name,Company\n${infos
      .slice(0, fewer)
      .map((info) => `"${info?.full_name}","${info?.current_company_name ?? ''}"`)
      .join('\n')}\n`,
    bare: searched,
  },
};
{
  const credits = { ...options.credits, cache: { keepMs: 0 } };
  await using graph = await openReplica({ ...options, credits, chargesOncePerKey: true });
  for (const [kind, { rows, text, bare: identifiers }] of Object.entries(lists)) {
    const list = join(directory.path, 'list.csv');
    await writeFile(list, text);
    const runs: { readonly bare: Timed; readonly enriched: Timed }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const timed = async (run: () => Promise<unknown>) => {
        const [began, used] = [performance.now(), cpuSeconds(graph.process.pid)];
        await run();
        return {
          rate: (1000 * rows) / (performance.now() - began),
          seconds: cpuSeconds(graph.process.pid) - used,
        };
      };
      const bare = () => bareLoop(join(directory.path, 'bare.csv'), rows, identifiers);
      const enriched = async () => {
        await using input = await openInput({ path: list, name: 'list.csv' }, { of: 'people' });
        await enrich({ config, graphUrl: graph.url, insecure: false, apiKey: key, of: 'people' }, input, {
          ...{ output: join(directory.path, 'enriched.csv'), columns, likely: false, max: undefined, slice: 1000 },
          ...{ onUncertain: undefined, confirm: async () => true, report: () => undefined },
          signal: new AbortController().signal,
        });
      };
      // Whoever goes first alternates; the first round warms up.
      const first = await timed(round % 2 === 0 ? bare : enriched);
      const second = await timed(round % 2 === 0 ? enriched : bare);
      const [one, other] = round % 2 === 0 ? [first, second] : [second, first];
      if (round === 0) continue;
      runs.push({ bare: one, enriched: other });
    }
    const of = (value: (run: (typeof runs)[number]) => number) => median(runs.map(value));
    const ratios = runs.map(({ bare, enriched }) => enriched.rate / bare.rate);
    say(
      `Rows a second, ${rows} rows of ${kind}: enrich ${Math.round(of(({ enriched }) => enriched.rate))}, a bare loop ${Math.round(of(({ bare }) => bare.rate))}; at least 0.85 of it: ${median(ratios).toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(' ')}); CPU seconds ${of(({ enriched }) => enriched.seconds).toFixed(2)} and ${of(({ bare }) => bare.seconds).toFixed(2)}`,
    );
  }
}
