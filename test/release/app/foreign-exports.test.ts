import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { read } from '../../../src/reading/read.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';

const run = promisify(execFile);

interface Foreign {
  /** A package of PyPI that has an export among its tests; each is under the MIT licence. Downloaded, never committed. */
  readonly archive: string;
  readonly file: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Rows that the export has below its headings, and how many of them name somebody. */
  readonly records: number;
  readonly named: number;
  /** What is read of one line. */
  readonly line: number;
  readonly row: object;
}

const connections = {
  'First Name': 'first',
  'Last Name': 'last',
  URL: 'url',
  'Email Address': 'email',
  Company: 'company',
  Position: 'title',
  'Connected On': 'connected',
};

const exports: readonly Foreign[] = [
  {
    archive: 'linkedin-analyzer==0.6.0',
    file: 'tests/fixtures/connections-parity.csv',
    columns: connections,
    records: 5,
    named: 4,
    line: 6,
    row: {
      about: 'person',
      url: 'https://linkedin.com/in/ada',
      name: 'Ada Lovelace',
      company: 'Analytical Engines',
      title: 'Mathematician',
      connected: '30 Jan 2026',
    },
  },
  {
    // Control characters, formulas, names of a thousand letters.
    archive: 'linkedin-analyzer==0.6.0',
    file: 'tests/fixtures/connections-corpus.csv',
    columns: connections,
    records: 220,
    named: 220,
    line: 5,
    row: {
      about: 'person',
      company: 'Cafe resume naive facade',
      title: 'Cafe resume naive facade',
      connected: '01 Dec 2025',
    },
  },
  {
    archive: 'crm-csv-preflight==0.1.1',
    file: 'tests/sample_leads.csv',
    columns: {
      Company: 'company',
      'Contact Name': 'name',
      Email: 'email',
      Title: 'title',
      Website: 'website',
      LinkedIn: 'url',
    },
    records: 12,
    named: 12,
    line: 6,
    row: {
      about: 'person',
      name: 'Sam Patel',
      company: 'Northwind Logistics',
      website: 'northwindlogistics.example/about',
      title: 'Head of Ops',
      problems: ['“sam.patel@@northwindlogistics.example” is not an e-mail address.'],
    },
  },
  {
    archive: 'csv2vcard==0.6.0',
    file: 'tests/fixtures/valid_contacts.csv',
    columns: {
      last_name: 'last',
      first_name: 'first',
      title: 'title',
      org: 'company',
      email: 'email',
      website: 'website',
      city: 'place',
      country: 'place',
    },
    records: 3,
    named: 3,
    line: 2,
    row: {
      about: 'person',
      emails: ['forrest@example.com'],
      name: 'Forrest Gump',
      company: 'Bubba Gump Shrimp Co.',
      website: 'https://example.com',
      title: 'Shrimp Man',
      place: 'Baytown',
    },
  },
];

/** Downloads a package's sources, by pip; returns the path of a file in them. */
async function fileOf({ archive, file }: Foreign, directory: string): Promise<string> {
  await run('python3', ['-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', ':all:', '-d', directory, archive]);
  const [name = '', version] = archive.split('==');
  const root = `${name.replaceAll('-', '_')}-${version}`;
  await run('tar', ['xzf', join(directory, `${root}.tar.gz`), '-C', directory]);
  return join(directory, root, file);
}

describe('exports of other programs', () => {
  let service: CastService;
  let graph: TestGraph;
  before(async () => {
    service = await openCast();
    graph = await openTestGraph(service.url, { secret: 'a secret of this test, which is long enough' });
  });
  after(async () => {
    await graph?.[Symbol.asyncDispose]();
    await service?.close();
  });

  for (const foreign of exports)
    it(`are read and matched without an option: ${foreign.archive}, ${foreign.file}`, async () => {
      await using directory = await temporaryDirectory();
      const path = await fileOf(foreign, directory.path);
      const text = await readFile(path, 'utf8');
      const { table, rows } = read(text);
      const taken = (table?.columns ?? []).flatMap(({ heading, kind }) => (kind ? [[heading, kind]] : []));
      assert.deepEqual(Object.fromEntries(taken), foreign.columns);
      assert.deepEqual([table?.body.length, rows.length], [foreign.records, foreign.named]);
      const { cells: _, text: __, line: ___, ...row } = rows.find(({ line }) => line === foreign.line) ?? {};
      assert.deepEqual(row, foreign.row);

      const output = join(directory.path, 'matched.csv');
      const { code, err } = await kith(['match', path, '-o', output, '--records', '--graph', graph.graph.url], {
        KITH_API_KEY: keyOf('orchard'),
        KITH_SECRET: 'a secret of this test, which is long enough',
      });
      assert.equal(code, 0, err);
      const matched = read(await readFile(output, 'utf8')).table?.body ?? [];
      assert.equal(matched.length, foreign.records);
      for (const [at, record] of (table?.body ?? []).entries())
        assert.ok(matched[at]?.raw.startsWith(record.raw), `record ${at}: ${matched[at]?.raw}`);
      const states = matched.map(({ cells }) => cells[table?.headings?.cells.length ?? 0]);
      assert.deepEqual(
        states.filter((state) => !/^(?:UNKNOWN|NOT_CHECKED|UNREAD|DUPLICATE|AMBIGUOUS)$/.test(state ?? '')),
        [],
      );
      assert.equal(await graph.usage(keyOf('orchard')), 0);
    });
});
