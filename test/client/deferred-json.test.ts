import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createClient } from '../../src/client/client.ts';
import { parseDeferring } from '../../src/client/deferred-json.ts';
import { UpstreamMalformed } from '../../src/client/errors.ts';
import { fetchProfiles } from '../../src/contract/operation/profiles.ts';
import { answers, openUpstream, type Step } from './scripted-upstream.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_121);
const runs = Number(process.env.KITH_PROPERTY_RUNS ?? 2_000);
const credential = { apiKey: 'kith_test' };

const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
const spaces = fc.constantFrom(undefined, 1, '\t', '\n \r ');
const deferrals = fc.record({ depth: fc.integer({ min: 1, max: 3 }), atLeast: fc.integer({ min: 2, max: 20 }) });
const malformed = (member: string) => new SyntaxError(`${member} is no JSON`);

/** Reads every member, as who selects everything would. */
const readAll = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe(`JSON whose long parts are parsed when they are read (seed ${seed}, ${runs} runs)`, () => {
  it('is what JSON.parse makes of it, however deep, spaced and escaped', () => {
    let deferred = 0;
    fc.assert(
      fc.property(json, spaces, deferrals, (value, space, deferral) => {
        const text = JSON.stringify(value, undefined, space);
        const parsed = parseDeferring(Buffer.from(text), deferral, malformed);
        if (hasGetter(parsed)) deferred += 1;
        assert.deepEqual(readAll(parsed), JSON.parse(text));
      }),
      { seed, numRuns: runs },
    );
    assert.ok(deferred > runs / 25, `only ${deferred} of ${runs} values had a part that was deferred`);
  });

  it('refuses what JSON.parse refuses, at once or when the part is read', () => {
    let refused = 0;
    fc.assert(
      fc.property(json, spaces, deferrals, fc.nat(), fc.constantFrom('', '"', ',', '}', ']', '\\', '0'), (...given) => {
        const [value, space, deferral, where, put] = given;
        const text = JSON.stringify(value, undefined, space);
        const at = where % text.length;
        const spoiled = text.slice(0, at) + put + text.slice(at + 1);
        if (isJson(spoiled)) return;
        refused += 1;
        assert.throws(() => readAll(parseDeferring(Buffer.from(spoiled), deferral, malformed)), SyntaxError, spoiled);
      }),
      { seed, numRuns: runs },
    );
    assert.ok(refused > runs / 2, `only ${refused} of ${runs} texts were spoiled`);
  });

  it('gives a deferred part the same value each time, and takes another in its place', () => {
    const text = '{"results":[{"profile_info":{"experience":[{"title":"Analyst"}],"name":"Ada"}}]}';
    const parsed = parseDeferring(Buffer.from(text), { depth: 4, atLeast: 2 }, malformed);
    assert.ok(hasGetter(parsed));
    const info = [parsed].map(child('results')).map(child('0')).map(child('profile_info'))[0];
    assert.ok(typeof info === 'object' && info !== null);
    assert.equal(Reflect.get(info, 'experience'), Reflect.get(info, 'experience'));
    assert.deepEqual({ ...info }, { experience: [{ title: 'Analyst' }], name: 'Ada' });
    Reflect.set(info, 'experience', []);
    assert.deepEqual(Reflect.get(info, 'experience'), []);
  });
});

describe('a fetch whose long members are deferred', () => {
  const experience = Array.from({ length: 20 }, (_, n) => ({ title: `Analyst ${n}` }));
  const spoiled =
    (text: string): Step =>
    (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(text.replace('"title":"Analyst 7"', '"title":Analyst'));
  const answer = { results: [{ id: 'p-1', profile_info: { full_name: 'Ada', experience } }], not_found: [] };

  it('answers the same as one whose members are not', async () => {
    await using upstream = await openUpstream(answers(200, answer));
    await using client = createClient({ baseUrl: upstream.url });
    const deferring = await client.call(fetchProfiles, {}, credential, { deferring: true });
    assert.ok(hasGetter(deferring.body));
    const plain = await client.call(fetchProfiles, {}, credential);
    assert.ok(!hasGetter(plain.body));
    assert.deepEqual(readAll(deferring.body), plain.body);
    assert.equal(deferring.bytes, plain.bytes);
  });

  it('answers at once what a client is asked for that does not defer', async () => {
    await using upstream = await openUpstream(answers(200, answer));
    await using client = createClient({ baseUrl: upstream.url, deferParsing: false });
    const { body } = await client.call(fetchProfiles, {}, credential, { deferring: true });
    assert.ok(!hasGetter(body));
    assert.deepEqual(body, answer);
  });

  it('says which member is no JSON when that is read, and keeps the rest of what was paid for', async () => {
    await using upstream = await openUpstream(spoiled(JSON.stringify(answer)));
    await using client = createClient({ baseUrl: upstream.url });
    const { body } = await client.call(fetchProfiles, {}, credential, { deferring: true });
    const info = body.results[0]?.profile_info;
    assert.equal(info?.full_name, 'Ada');
    assert.throws(
      () => info?.experience,
      (error) =>
        error instanceof UpstreamMalformed && /experience/.test(error.message) && !/Analyst/.test(error.message),
    );
  });
});

const child =
  (name: string) =>
  (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether a part of a value has not been parsed yet. */
function hasGetter(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).some((member) => member.get || hasGetter(member.value));
}
