import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { generatedRecords, writeForImport } from '../../tools/sample/records.ts';

/** What paths are measured on. */
export interface Measured {
  /** A folder with `companies.ndjson` and `profiles.ndjson`; without it, the sample. */
  readonly records: string | undefined;
  /** People of the sample. */
  readonly people: number;
  /** People to whom paths are asked. */
  readonly targets: number;
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string }[];
  readonly extensions?: {
    readonly credits?: { readonly charged: number };
    readonly upstream?: { readonly calls: readonly unknown[] };
  };
}

interface Paths {
  readonly introPaths: {
    readonly notes: readonly string[];
    readonly nodes: readonly { readonly confidence: number; readonly why: string }[];
  };
}

/** What the questions of one kind came to. */
export interface Figures {
  readonly hops: number;
  readonly asked: number;
  readonly reached: number;
  /** Upstream calls of a target, on average. */
  readonly calls: number;
  readonly maxCalls: number;
  /** Of a target, on average. */
  readonly credits: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const connectorCount = 12;
const demoKey = 'kith_demo_team';
const withCareer = `query { searchProfiles(first: 10000, where: { experience: { some: { companyId: { isNull: false } } } }) { totalCount nodes { id } } }`;
const paths = `query ($to: IntroTarget!, $hops: Int) {
  introPaths(to: $to, hops: $hops, first: 10) { notes nodes { confidence why connector { name } } }
}`;

/**
 * Asks for one target after another of `kith serve` with its embedded service, as it ships; on PostgreSQL where DATABASE_URL
 * names an empty database, or one that holds the sample already. Every target is asked for twice: for the time, then for the calls, with nothing cached.
 */
export async function measureLatency(
  { records, people, targets }: Measured,
  say: (line: string) => void,
): Promise<readonly Figures[]> {
  await using directory = await temporaryDirectory();
  const { DATABASE_URL } = process.env;
  const env = {
    KITH_DATA_DIR: directory.path,
    ...(DATABASE_URL && { DATABASE_URL }),
  };
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await kith(args, env);
    if (code !== 0) throw new Error(`kith ${args.join(' ')} ended with ${code}: ${err || out}`);
    return out;
  };
  const key = records === undefined ? demoKey : await loadRecords(records, directory.path, run);
  if (records === undefined && !(await holdsPeople(DATABASE_URL))) {
    await run('seed');
    const more = join(directory.path, 'people.ndjson');
    await writeForImport(more, generatedRecords({ profiles: people }));
    await run('import', more);
  }
  await using served = new Kith(['serve'], env);
  const url = await served.says(/^The graph answers on\s+(\S+)/);

  async function ask<Data>(query: string, variables: object = {}, trace = false): Promise<Answer<Data>> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        ...(trace && { 'x-kith-trace': 'upstream', 'x-kith-max-age': '0' }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const answer: Answer<Data> = await response.json();
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer;
  }

  if (records !== undefined) await addConnectors(url, key, await connectorsAmong(records));
  const { data } = await ask<{ searchProfiles: { totalCount: number; nodes: readonly { id: string }[] } }>(withCareer);
  const found = data?.searchProfiles.nodes ?? [];
  const step = Math.max(1, Math.floor(found.length / targets));
  const to = found.filter((_, at) => at % step === 0).slice(0, targets);
  say(`${data?.searchProfiles.totalCount} people with a career on record, of whom ${to.length} are asked for`);
  const warm = found.filter((_, at) => at % step === Math.floor(step / 2)).slice(0, 10);
  const figures: Figures[] = [];
  for (const hops of [1, 2]) {
    const variables = (id: string) => ({ to: { profile: { id } }, hops });
    for (const { id } of warm) await ask(paths, variables(id));
    const times: number[] = [];
    for (const { id } of to) {
      const begun = performance.now();
      await ask(paths, variables(id));
      times.push(performance.now() - begun);
    }
    const answers: Answer<Paths>[] = [];
    for (const { id } of to) answers.push(await ask<Paths>(paths, variables(id), true));
    const calls = answers.map(({ extensions }) => extensions?.upstream?.calls.length ?? 0);
    const credits = answers.map(({ extensions }) => extensions?.credits?.charged ?? 0);
    figures.push({
      hops,
      asked: to.length,
      reached: answers.filter(isReached).length,
      calls: mean(calls),
      maxCalls: Math.max(...calls),
      credits: mean(credits),
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
    });
  }
  return figures;
}

/** A connector is reached by asking. */
const isReached = ({ data }: Answer<Paths>): boolean =>
  (data?.introPaths.nodes.length ?? 0) > 0 ||
  (data?.introPaths.notes ?? []).some((note) => note.includes('is a connector of the team'));

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function holdsPeople(url: string | undefined): Promise<boolean> {
  if (!url) return false;
  await using store = await openStore({ kind: 'postgres', url });
  return (await store.db.selectFrom('profile').select('id').limit(1).execute()).length > 0;
}

type Run = (...args: readonly string[]) => Promise<string>;

/** Imports the records and makes a team; answers its key. */
async function loadRecords(records: string, directory: string, run: Run): Promise<string> {
  const files = ['companies.ndjson', 'profiles.ndjson'].map((name) => join(records, name));
  await run('import', ...files, '--rejects', join(directory, 'rejected.ndjson'));
  const owner = 'owner@example.com';
  const team = quoted(await run('team', 'create', 'Bench', '--owner', owner))[0] ?? '';
  const key = quoted(await run('key', 'create', '--team', team, '--account', owner)).find((one) =>
    one.startsWith('kith_'),
  );
  if (key === undefined) throw new Error('kith key create must print the key, but did not.');
  return key;
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/"(?:id|key)":\s*"([^"]*)"/g)].map((match) => match[1] ?? '');

/** The first dozen who were at the Senate and never at the House, whom they know only through others. */
async function connectorsAmong(records: string): Promise<readonly string[]> {
  const lines = (await readFile(join(records, 'profiles.ndjson'), 'utf8')).trim().split('\n');
  return lines
    .filter(
      (line) => line.includes('"United States Senate"') && !line.includes('"United States House of Representatives"'),
    )
    .flatMap((line) => /\/in\/([^"]+)"/.exec(line)?.[1] ?? [])
    .slice(0, connectorCount);
}

/** Adds connectors, and waits until each has a connection. */
async function addConnectors(url: string, key: string, xnetSlugs: readonly string[]): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const added = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      query: 'mutation ($input: AddConnectorsInput!) { addConnectors(input: $input) { notFound } }',
      variables: { input: { xnetSlugs } },
    }),
  });
  const { errors } = await added.json();
  if (errors) throw new Error(JSON.stringify(errors));
  const events = await fetch(url, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    body: JSON.stringify({
      query: 'subscription ($xnetSlugs: [String!]!) { addedConnectors(xnetSlugs: $xnetSlugs) { end waiting } }',
      variables: { xnetSlugs },
    }),
  });
  const text = await events.text();
  if (!text.includes('ALL_APPEARED')) throw new Error(`Not all connectors have connections: ${text}`);
}
