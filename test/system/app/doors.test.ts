import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createHandler } from '../../../src/mcp/handler.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';
import { sessionToken } from '../../support/session-token.ts';

const secret = 'a secret of this test, which is long enough';
const key = keyOf('orchard');
const { ada, dmitri, eve } = people;

interface Given {
  readonly name?: string;
  readonly company?: string;
  readonly email?: string;
  readonly page?: string;
  readonly id?: string;
}

/** What is given, and whom it means: for sure, or at most likely; `nobody` for nobody at all. */
const cases: readonly (readonly [string, Given, string | undefined, 'sure' | 'unsure' | 'nobody'])[] = [
  ['a page with a tail', { page: 'https://de.xnet.example/in/dmitri-volkov/de?trk=1' }, dmitri.id, 'sure'],
  ['a page of a look-alike host', { page: 'https://xnet.example.phish.example/in/dmitri-volkov' }, dmitri.id, 'unsure'],
  ['a page after a user name', { page: 'https://xnet.example@phish.example/in/dmitri-volkov' }, dmitri.id, 'unsure'],
  ['a link of an address', { email: 'mailto:ADA@Brightwater.example?subject=Hello' }, ada.id, 'sure'],
  ['an address in quotes', { email: '"Moreau, Ada" <ada@brightwater.EXAMPLE>' }, ada.id, 'sure'],
  ['a host without a mailbox', { email: '@brightwater.example' }, undefined, 'nobody'],
  ['a name turned, a legal form', { name: 'LARSEN, Eve', company: 'Brightwater, Inc.' }, eve.id, 'sure'],
  ['a longer legal form', { name: 'Eve Larsen', company: 'BRIGHTWATER GmbH & Co. KG' }, eve.id, 'sure'],
  ['a hashtag after the name', { name: 'Eve Larsen #OpenToWork', company: 'Brightwater' }, eve.id, 'sure'],
  ['a letter left out', { name: 'Eve Larsn', company: 'Brightwater' }, eve.id, 'unsure'],
  ['a legal form for a firm', { name: 'Eve Larsen', company: 'SA' }, eve.id, 'unsure'],
  ['a stranger at the firm', { name: 'Gwendolyn Featherstonehaugh', company: 'Brightwater' }, undefined, 'nobody'],
  ['an id in capitals', { id: ada.id.toUpperCase() }, ada.id, 'sure'],
];

/** What a door answers for a case; `isSure` is undefined if the door does not tell. */
interface Answered {
  readonly id: string | undefined;
  readonly isSure: boolean | undefined;
}

describe('one table of cases, at each door', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret, mcp: async () => createHandler('1.0.0') });
  });
  after(() => cast[Symbol.asyncDispose]());

  const demand = (door: string, answers: readonly Answered[]) => {
    for (const [at, [name, , id, how]] of cases.entries()) {
      const { id: found, isSure } = answers[at] ?? {};
      const told = `${name}, by ${door}: ${JSON.stringify(answers[at])}`;
      if (how === 'nobody') assert.equal(found, undefined, told);
      else if (how === 'sure') assert.deepEqual([found, isSure ?? true], [id, true], told);
      else assert.ok((found === undefined || found === id) && isSure !== true, told);
    }
  };

  it('is answered by matchPeople', async () => {
    const rows = cases.map(([, { name, company, email, page, id }]) => ({
      ...{ fullName: name, companyName: company, email, xnetUrl: page, id },
    }));
    const { data } = await cast.ask<{ found: { rows: { id: string | null; confidence: string | null }[] } }, object>(
      key,
      'query ($rows: [MatchRow!]!) { found: matchPeople(rows: $rows, checkRecords: true) { rows { id confidence } } }',
      { rows },
    );
    demand(
      'matchPeople',
      (data?.found.rows ?? []).map(({ id, confidence }) => ({ id: id ?? undefined, isSure: confidence === 'CERTAIN' })),
    );
  });

  it('is answered by kith match', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'people.csv');
    const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
    const lines = cases.map(([, { name, company, email, page, id }]) => [name, company, email, page, id].map(cell));
    await writeFile(file, `Name,Company,E-mail,Profile URL,Id\n${lines.map((one) => `${one.join()}\n`).join('')}`);
    const { code, err } = await kith(['match', file, '--records', '--graph', cast.graph.url], {
      KITH_API_KEY: key,
      KITH_SECRET: secret,
    });
    assert.equal(code, 0, err);
    const written = (await readFile(join(directory.path, 'people.matched.csv'), 'utf8')).trimEnd().split('\n').slice(1);
    assert.equal(written.length, cases.length);
    const answers = written.map((line, at): Answered & { readonly same: number | undefined } => {
      const added = line.slice((lines[at] ?? []).join().length + 1);
      const [, id = '', , same = ''] = added.split(',');
      return { id: id === '' ? undefined : id, isSure: undefined, same: same === '' ? undefined : Number(same) - 2 };
    });
    demand(
      'kith match',
      answers.map(({ id, isSure, same }) => ({ id: id ?? (same === undefined ? id : answers[same]?.id), isSure })),
    );
  });

  it('is answered by the agents’ resolve', async () => {
    const token = await sessionToken(cast.graph.url, key, { kind: 'agent', label: 'doors', total: 10 });
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${cast.graph.url}/mcp`), { requestInit: { headers } }),
    );
    const named = cases.map(([, { page, ...others }]) => ({ ...others, ...(page !== undefined && { url: page }) }));
    const { content } = await client.callTool({ name: 'resolve', arguments: { people: named } });
    await client.close();
    const [shown] = content;
    const { rows }: { rows: { state: string; id?: string; confidence?: string }[] } = JSON.parse(
      shown?.type === 'text' ? shown.text : '{}',
    );
    demand(
      'resolve',
      rows.map(({ id, state, confidence }) => ({
        id: state === 'KNOWN' || state === 'ON_RECORD' ? id : undefined,
        isSure: confidence === undefined && (state === 'KNOWN' || state === 'ON_RECORD'),
      })),
    );
  });
});
