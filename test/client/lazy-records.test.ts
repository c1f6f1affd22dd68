import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createClient } from '../../src/client/client.ts';
import { UpstreamMalformed } from '../../src/client/errors.ts';
import { jsonBytesOf, layoutOf, parseDeferring, type RecordLayout } from '../../src/client/lazy-records.ts';
import { fetchCompanies, searchCompanies } from '../../src/contract/operation/companies.ts';
import { fetchProfiles } from '../../src/contract/operation/profiles.ts';
import { Profile, ProfileInfo } from '../../src/contract/record/profile.ts';
import { propertyRuns } from '../support/tier.ts';
import { answers, openUpstream, type Step } from './scripted-upstream.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_121);
const runs = propertyRuns(2_000);
const credential = { apiKey: 'kith_test' };

const layout = known(layoutOf(fetchProfiles));
const recordMembers = Object.keys(Profile.properties);
const infoMembers = Object.keys(ProfileInfo.properties);

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const spaces = fc.constantFrom(undefined, 1, '\t', '\n \r ');
/** Objects that have these names, others, and the same one twice, in any order. */
const objectText = (names: readonly string[], values: ReadonlyMap<string, fc.Arbitrary<string>>) =>
  fc
    .array(
      fc
        .oneof(
          { weight: 30, arbitrary: fc.constantFrom(...names) },
          { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
          { weight: 1, arbitrary: fc.constantFrom('__proto__', 'a\\b', '\u0001') },
        )
        .chain((name) => (values.get(name) ?? anyText).map((text) => `${JSON.stringify(name)}: ${text}`)),
    )
    .map((members) => `{${members.join(', ')}}`);
const anyText = fc.tuple(json, spaces).map(([value, space]) => JSON.stringify(value, undefined, space));
const oneIn = (of: number, one: fc.Arbitrary<string>, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 1, arbitrary: one }, { weight: of, arbitrary: other });
const recordText = objectText(
  recordMembers,
  new Map([[layout.info.name, oneIn(8, anyText, objectText(infoMembers, new Map()))]]),
);
const listText = fc.array(oneIn(8, anyText, recordText)).map((records) => `[ ${records.join(' ,\n')} ]`);
const answerText = oneIn(
  4,
  objectText(['results', 'not_found'], new Map([['results', listText]])),
  fc.tuple(listText, anyText).map(([list, rest]) => `{"results":${list},"not_found":${rest}}`),
);

const malformed = (member: string) => new SyntaxError(`${member} is no JSON`);
/** As the client reads an answer. */
const read = (text: string, of = layout): unknown =>
  parseDeferring(Buffer.from(text), of, malformed) ?? JSON.parse(text);
/** Reads every record, as who keeps them elsewhere would. */
const readAll = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe(`an answer whose records are parsed when they are read (seed ${seed}, ${runs} runs)`, () => {
  it('is what JSON.parse makes of it, whole and member by member, however spaced, escaped and repeated', () => {
    let deferred = 0;
    fc.assert(
      fc.property(answerText, (text) => {
        const parsed = read(text);
        const plain: unknown = JSON.parse(text);
        const records = recordsOf(parsed);
        if (records.some(isDeferred)) deferred += 1;
        for (const [index, record] of records.entries()) {
          const expected = recordsOf(plain)[index];
          assert.deepEqual(JSON.parse(jsonBytesOf(record).toString()), expected);
          for (const name of recordMembers.filter((name) => name !== layout.info.name))
            assert.deepEqual(member(record, name), member(expected, name));
          const [info, expectedInfo] = [record, expected].map((one) => member(one, layout.info.name));
          for (const name of infoMembers) assert.deepEqual(member(info, name), member(expectedInfo, name));
        }
        assert.deepEqual(readAll(parsed), readAll(plain));
      }),
      { seed, numRuns: runs },
    );
    assert.ok(deferred > runs / 10, `only ${deferred} of ${runs} answers had a record that was deferred`);
  });

  it('refuses what JSON.parse refuses, at once or when the record is read', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        answerText,
        fc.nat(),
        fc.constantFrom('', '"', ',', ':', '}', ']', '\\', '0', '\u0001'),
        (...given) => {
          const [text, where, put] = given;
          const at = where % text.length;
          const spoiled = text.slice(0, at) + put + text.slice(at + 1);
          if (isJson(spoiled)) return;
          refused += 1;
          assert.throws(() => readAll(read(spoiled)), SyntaxError, spoiled);
        },
      ),
      { seed, numRuns: runs },
    );
    assert.ok(refused > runs / 2, `only ${refused} of ${runs} texts were spoiled`);
  });

  it('takes JSON of any other form as JSON.parse does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.deepEqual(readAll(read(text)), JSON.parse(text));
      }),
      { seed, numRuns: runs },
    );
  });

  it('gives a member the same value each time', () => {
    const [record] = recordsOf(read('{"results":[{"profile_info":{"experience":[{"title":"Analyst"}]}}]}'));
    assert.ok(isDeferred(record));
    const info = member(record, 'profile_info');
    assert.equal(member(record, 'profile_info'), info);
    assert.deepEqual(member(info, 'experience'), [{ title: 'Analyst' }]);
    assert.equal(member(info, 'experience'), member(info, 'experience'));
  });

  it('is known by the contract: fetches list records, searches none', () => {
    assert.equal(layoutOf(fetchProfiles)?.info.name, 'profile_info');
    assert.equal(layoutOf(fetchCompanies)?.info.name, 'company_info');
    assert.equal(layoutOf(searchCompanies), undefined);
  });
});

describe('a fetch whose records are deferred', () => {
  const experience = Array.from({ length: 20 }, (_, n) => ({ title: `Analyst ${n}` }));
  const spoiled =
    (text: string): Step =>
    (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(text.replace('"title":"Analyst 7"', '"title":Analyst'));
  const answer = { results: [{ id: 'p-1', profile_info: { full_name: 'Ada', experience } }], not_found: [] };

  it('answers what was sent', async () => {
    await using upstream = await openUpstream(answers(200, answer));
    await using client = createClient({ baseUrl: upstream.url });
    const { body, bytes } = await client.call(fetchProfiles, {}, credential);
    assert.ok(recordsOf(body).every(isDeferred));
    assert.deepEqual(readAll(body), answer);
    assert.equal(bytes, Buffer.byteLength(JSON.stringify(answer)));
  });

  it('says which member is no JSON when that is read, and keeps the rest of what was paid for', async () => {
    await using upstream = await openUpstream(spoiled(JSON.stringify(answer)));
    await using client = createClient({ baseUrl: upstream.url });
    const { body } = await client.call(fetchProfiles, {}, credential);
    const info = body.results[0]?.profile_info;
    assert.equal(info?.full_name, 'Ada');
    assert.throws(
      () => info?.experience,
      (error) =>
        error instanceof UpstreamMalformed && /experience/.test(error.message) && !/Analyst/.test(error.message),
    );
  });
});

function known(of: RecordLayout | undefined): RecordLayout {
  assert.ok(of);
  return of;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Reflect.get(value, name) : undefined;

const recordsOf = (answer: unknown): readonly unknown[] => {
  const results = member(answer, 'results');
  return Array.isArray(results) ? results : [];
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether a value is a record of which nothing need have been parsed. */
const isDeferred = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) !== Object.prototype;
