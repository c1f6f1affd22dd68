import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createClient } from '../../src/client/client.ts';
import { jsonBytesOf } from '../../src/client/lazy-records.ts';
import { operations } from '../../src/contract/operation/all.ts';
import { fetchCompanies } from '../../src/contract/operation/companies.ts';
import type { Operation } from '../../src/contract/operation/operation.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import { addConnector } from '../../src/contract/operation/team.ts';
import { type JsonSchema, membersOf } from '../../src/contract/schema.ts';
import { parseWords, ServedNames, WireNames } from '../../src/contract/wire-names.ts';
import { v2Operations } from '../../src/service/v2/contract/all.ts';
import { answers, openUpstream } from './scripted-upstream.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_125);
const runs = Number(process.env.KITH_PROPERTY_RUNS ?? 200);
const credential = { apiKey: 'kith_test' };
const words = { xnet: 'acme', fundingdb: 'basefund' } as const;
const names = new WireNames(words);
const served = new ServedNames(names, [...operations, ...v2Operations]);

/** Anything that a schema allows, with texts that look like members, colons and quotes. */
function anyOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema['x-word'])
    return fc.constantFrom('xnet', 'xnet_connection', 'xnet_follow', 'other', 'work_overlap', 'xnetwork', null);
  switch (schema.type) {
    case 'array':
      return fc.array(fc.option(anyOf(schema.items ?? {}), { freq: 8 }), { maxLength: 3 });
    case 'object':
      return fc.record(Object.fromEntries(membersOf(schema).map(([name, member]) => [name, anyOf(member)])), {
        requiredKeys: [...(schema.required ?? [])],
      });
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('"xnet_url": 1', 'xnet_names', '{"network":"xnet"}', 'https://xnet.example/in/acme', 'acme'),
      );
  }
}

const answersOf = ({ answers: all }: Operation) =>
  Object.values(all).map(({ schema }) => [schema, anyOf(schema)] as const);

describe(`an answer in other words (seed ${seed}, ${runs} runs)`, () => {
  for (const operation of [...operations, ...v2Operations])
    it(`of ${operation.name} is the contract’s again when it is read`, () => {
      for (const [schema, arbitrary] of answersOf(operation))
        fc.assert(
          fc.property(arbitrary, fc.constantFrom(undefined, 1, '\t'), (answer, space) => {
            const text = JSON.stringify(answer, undefined, space);
            const wire = served.answer(text);
            const copy = names.copier(schema) ?? ((value: unknown) => value);
            assert.deepEqual(JSON.parse(JSON.stringify(copy(JSON.parse(wire)))), JSON.parse(text));
            // Texts of the deprecated operations are never read: only the service knows them.
            if (operation.successor === undefined) assert.equal(names.contractText(wire), text);
          }),
          { seed, numRuns: Math.ceil(runs / 4) },
        );
    });

  it('holds no name of the contract', () => {
    const text = JSON.stringify({
      xnet_url: 1,
      found_by: { xnet_ids: [] },
      a: [{ fundingdb_slug: 'x', network: 'xnet' }],
    });
    assert.equal(
      served.answer(text),
      '{"acme_url":1,"found_by":{"acme_ids":[]},"a":[{"basefund_slug":"x","network":"acme"}]}',
    );
  });

  it('is read member by member as if it came in the contract’s words, and kept in them', async () => {
    for (const operation of [fetchProfiles, fetchCompanies] as const) {
      const [[, arbitrary] = []] = answersOf(operation);
      assert.ok(arbitrary);
      const samples = fc.sample(arbitrary, { seed, numRuns: 20 });
      await using upstream = await openUpstream(
        ...samples.map((answer) => answers(200, served.answer(JSON.stringify(answer)))),
      );
      await using client = createClient({ baseUrl: upstream.url, names: words });
      for (const answer of samples) {
        const { body } = await client.call<object, { results: readonly unknown[] }>(operation, { ids: [] }, credential);
        assert.deepEqual(JSON.parse(JSON.stringify(body)), JSON.parse(JSON.stringify(answer)));
        for (const [at, record] of body.results.entries()) {
          const sent: unknown = JSON.parse(JSON.stringify(answer)).results[at];
          assert.deepEqual(JSON.parse(jsonBytesOf(record).toString()), sent);
          for (const [name, value] of Object.entries(Object(sent)))
            assert.deepEqual(JSON.parse(JSON.stringify(Object(record)[name])), value);
        }
      }
    }
  });
});

describe('a request in other words', () => {
  async function sent<Request>(operation: Operation<Request, unknown>, request: NoInfer<Request>): Promise<unknown> {
    await using upstream = await openUpstream(answers(400, {}));
    await using client = createClient({ baseUrl: upstream.url, names: words });
    await client.call(operation, request, credential).catch(() => undefined);
    return JSON.parse(upstream.seen[0]?.body ?? '');
  }

  it('names its identifiers by them, and leaves these as they are', async () => {
    assert.deepEqual(
      await sent(fetchProfiles, { xnet_names: ['xnet_names', 'https://xnet.example/in/x'], xnet_ids: [1] }),
      {
        acme_names: ['xnet_names', 'https://xnet.example/in/x'],
        acme_ids: [1],
      },
    );
    assert.deepEqual(await sent(addConnector, { xnet_usernames: ['ada'] }), { acme_usernames: ['ada'] });
  });

  it('names paths by them, wherever a clause has one', async () => {
    const query = {
      bool: {
        must: [
          { term: { 'profile_info.xnet_url': { value: 'https://xnet.example/in/xnet_url' } } },
          { exists: { field: 'profile_info.current_company_xnet_url' } },
          { multi_match: { query: 'xnet', fields: ['profile_info.xnet_url^2', 'profile_info.full_name'] } },
          { query_string: { query: 'profile_info.xnet_url:x AND xnet', default_field: 'profile_info.xnet_url' } },
        ],
        filter: {
          nested: { path: 'profile_info.education', query: { term: { 'profile_info.education.school.xnet_id': 7 } } },
        },
      },
    };
    assert.deepEqual(await sent(searchProfiles, { query }), {
      query: {
        bool: {
          must: [
            { term: { 'profile_info.acme_url': { value: 'https://xnet.example/in/xnet_url' } } },
            { exists: { field: 'profile_info.current_company_acme_url' } },
            { multi_match: { query: 'xnet', fields: ['profile_info.acme_url^2', 'profile_info.full_name'] } },
            { query_string: { query: 'profile_info.acme_url:x AND xnet', default_field: 'profile_info.acme_url' } },
          ],
          filter: {
            nested: { path: 'profile_info.education', query: { term: { 'profile_info.education.school.acme_id': 7 } } },
          },
        },
      },
    });
  });

  it('names networks and origins by them', async () => {
    const network = 'profile_info.social_media.network';
    const query = {
      bool: {
        should: [
          { term: { [network]: 'xnet' } },
          { term: { [network]: { value: 'xnet', case_insensitive: true } } },
          { terms: { 'team_connections.origins': ['xnet_connection', 'work_overlap'] } },
          { match: { [network]: { query: 'xnet' } } },
          { term: { 'profile_info.full_name': 'xnet' } },
        ],
      },
    };
    assert.deepEqual(await sent(findRelationships, { query }), {
      query: {
        bool: {
          should: [
            { term: { [network]: 'acme' } },
            { term: { [network]: { value: 'acme', case_insensitive: true } } },
            { terms: { 'team_connections.origins': ['acme_connection', 'work_overlap'] } },
            { match: { [network]: { query: 'acme' } } },
            { term: { 'profile_info.full_name': 'xnet' } },
          ],
        },
      },
    });
  });

  it('stays as it is where it is in them already', async () => {
    const query = { terms: { 'profile_info.acme_url': ['x'], 'profile_info.social_media.network': ['acme'] } };
    assert.deepEqual(await sent(searchProfiles, { query }), { query });
  });
});

describe('words', () => {
  it('are read from name=word, one for each name', () => {
    assert.deepEqual(parseWords('xnet=acme, fundingdb=basefund'), { words });
    assert.deepEqual(parseWords('xnet=linkedin'), { words: { xnet: 'linkedin' } });
  });

  const refused = [
    ['', /^must hold xnet=word/],
    ['other=acme', /^must hold xnet=word or fundingdb=word, separated by a comma, but got "other=acme"$/],
    ['xnet=Acme', /^must name xnet in small letters and digits, but got "Acme"$/],
    ['xnet=acme,xnet=other', /^must say xnet once/],
    ['xnet=acme,fundingdb=acme', /^must have two words for two names, but got "acme" for both$/],
    ['xnet=fundingdb', /^must have two words for two names/],
    ['xnet=company', /^must not say xnet=company: "company" is a part of the interface's own company_info\.industry$/],
    ['xnet=token', /own pagination(_t|T)oken$/],
    ['fundingdb=origins', /own team_connections\.origins$/],
  ] as const;
  for (const [text, problem] of refused)
    it(`are refused as “${text}”`, () => {
      const read = parseWords(text);
      assert.ok('problem' in read);
      assert.match(read.problem, problem);
    });
});
