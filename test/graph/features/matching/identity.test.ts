import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';

const key = keyOf('orchard');
const { ada, eve, dmitri } = people;

interface Matched {
  readonly state: string;
  readonly id: string | null;
  readonly confidence: string | null;
  readonly by: string | null;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly sameAs: number | null;
  readonly profile: { readonly id: string } | null;
}

type Rows = readonly Readonly<Record<string, string>>[];

describe('whom the rows of a list mean', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph();
  });
  after(() => cast[Symbol.asyncDispose]());
  afterEach(() => {
    cast.upstream.fault = undefined;
  });

  async function match(rows: Rows, options = 'checkRecords: true') {
    cast.upstream.forget();
    const { data, errors } = await cast.ask<{ found: { calls: number; rows: readonly Matched[] } }, object>(
      key,
      `query ($rows: [MatchRow!]!) { found: matchPeople(rows: $rows, ${options}) {
        calls rows { state id confidence by cause reason sameAs profile { id } }
      } }`,
      { rows },
    );
    assert.ok(data?.found, JSON.stringify(errors));
    return data.found;
  }
  const brief = ({ state, id, confidence }: Matched) => [state, id, confidence];

  it('is not said by the people of other rows, if their own names were not searched', async () => {
    cast.upstream.fault = ({ path, body }) =>
      path === '/v3/relationships' && /full_name|match_all/.test(JSON.stringify(body?.query ?? {}))
        ? { status: 503, body: {} }
        : undefined;
    const { rows } = await match(
      [{ xnetSlug: 'eve-larsen' }, { fullName: 'Eve Larsen', companyName: 'Elsewhere' }],
      '',
    );
    assert.deepEqual(
      rows.map(({ state, cause }) => [state, cause]),
      [
        ['KNOWN', null],
        ['NOT_CHECKED', 'FAILED'],
      ],
    );
  });

  it('are two people with one mailbox, or one name and website, if their slugs differ', async () => {
    const website = 'brightwater.example';
    for (const shared of [
      { email: 'office@brightwater.example' },
      { fullName: 'Ada Moreau', companyWebsite: website },
    ]) {
      const { rows } = await match([
        { xnetSlug: 'ada-moreau', ...shared },
        { xnetSlug: 'eve-larsen', ...shared },
        { xnetSlug: 'nobody-at-all', ...shared },
      ]);
      assert.deepEqual(rows.map(({ id }) => id).slice(0, 2), [ada.id, eve.id]);
      assert.ok(
        rows.every(({ state }) => state !== 'DUPLICATE'),
        JSON.stringify(rows),
      );
    }
  });

  it('is nobody for a part of a name, in the network and beyond', async () => {
    const { rows } = await match([
      { fullName: 'Ada', companyWebsite: 'brightwater.example' },
      { fullName: 'Larsen', companyName: 'Brightwater' },
      { fullName: 'Jonas', companyWebsite: 'delta-ventures.example' },
      { fullName: 'Farid Haddad Khan', companyWebsite: 'cobalt-systems.example' },
    ]);
    assert.ok(
      rows.every(({ state, id }) => state === 'UNKNOWN' && id === null),
      JSON.stringify(rows),
    );
  });

  it('are found however long the list is, in few calls', async () => {
    const strangers = Array.from({ length: 998 }, (_, at) => ({
      fullName: `Somebody Number${at}`,
      companyWebsite: `https://www.firm-${at}.example/?utm_source=list`,
    }));
    const rows = [...strangers, { fullName: 'Larsen, Eve', companyWebsite: 'https://WWW.Brightwater.example/about' }];
    const found = await match(rows);
    assert.deepEqual(brief(found.rows.at(-1) as Matched), ['KNOWN', eve.id, 'CERTAIN']);
    assert.ok(found.rows.slice(0, -1).every(({ state }) => state === 'UNKNOWN'));
    assert.ok(found.calls <= 30, `${found.calls} calls`);
  });

  it('are not checked, for the reason that holds, if the data service refuses or fails', async () => {
    const refusals = [
      [
        { status: 400, body: { errors: ['profile_info.full_name is not for searching'] } },
        'REFUSED',
        /is not for searching/,
      ],
      [{ status: 503, body: {} }, 'FAILED', /503/],
    ] as const;
    for (const [answer, cause, reason] of refusals) {
      cast.upstream.fault = ({ path }) =>
        path === '/v3/relationships' || path.endsWith('/search') ? answer : undefined;
      const { rows } = await match([
        { fullName: 'Eve Larsen', companyName: 'Brightwater' },
        { email: 'eve@brightwater.example' },
      ]);
      for (const row of rows) {
        assert.deepEqual([row.state, row.cause], ['NOT_CHECKED', cause]);
        assert.match(row.reason ?? '', reason);
      }
    }
  });

  it('tell the cause for programs, and none if they are certain', async () => {
    const { rows } = await match([
      { xnetSlug: 'ada-moreau' },
      { fullName: 'Gwendolyn Featherstonehaugh' },
      { fullName: 'Gwendolyn' },
      { id: 'no uuid' },
      { email: 'nobody@nowhere-at-all.example' },
      { fullName: 'Eve Larsn', companyName: 'Brightwater' },
      { fullName: 'Eve Larsen', companyName: 'Somewhere Else' },
      { xnetUrl: 'https://phish.example/in/dmitri-volkov' },
    ]);
    assert.deepEqual(
      rows.map(({ state, cause }) => `${state} ${cause}`),
      [
        'KNOWN null',
        'UNKNOWN NOT_FOUND',
        'UNKNOWN NEEDS_FULL_NAME',
        'UNKNOWN UNREADABLE',
        'UNKNOWN NOT_FOUND',
        'KNOWN SIMILAR',
        'AMBIGUOUS CONFLICT',
        'KNOWN OTHER_HOST',
      ],
    );
    const many = await match(Array.from({ length: 101 }, (_, at) => ({ fullName: `Gwendolyn Number${at}` })));
    assert.deepEqual([...new Set(many.rows.map(({ cause }) => cause))], ['NEEDS_EMPLOYER']);
    const unasked = await match([{ email: 'nobody@nowhere-at-all.example' }], 'checkRecords: false');
    assert.deepEqual(
      unasked.rows.map(({ cause }) => cause),
      ['RECORDS_NOT_SEARCHED'],
    );
  });

  it('are on record by a name alone, in a short list, if one person has it', async () => {
    const name = people.ines.profile_info.full_name ?? '';
    const { rows, calls } = await match([
      { fullName: name },
      { fullName: 'Gwendolyn Featherstonehaugh' },
      { fullName: `${name}-Featherstonehaugh` },
    ]);
    assert.deepEqual(
      rows.map(({ state, id, by, confidence, cause }) => [state, id, by, confidence, cause]),
      [
        ['ON_RECORD', people.ines.id, 'NAME', 'LIKELY', 'NAME_ONLY'],
        ['UNKNOWN', null, null, null, 'NOT_FOUND'],
        ['UNKNOWN', null, null, null, 'NOT_FOUND'],
      ],
    );
    assert.ok(calls <= 10, `${calls} calls`);
  });

  it('are found by a query that is halved until the data service takes it', async () => {
    cast.upstream.fault = ({ body }) =>
      JSON.stringify(body).length > 2_000 ? { status: 400, body: { errors: ['too many clauses'] } } : undefined;
    const strangers = Array.from({ length: 60 }, (_, at) => ({ email: `somebody-${at}@nowhere-at-all.example` }));
    const { rows } = await match([...strangers, { email: 'ADA@brightwater.example' }], 'checkRecords: false');
    assert.deepEqual(brief(rows.at(-1) as Matched), ['KNOWN', ada.id, 'CERTAIN']);
  });

  it('are read from a line as it stands', async () => {
    const { rows } = await match([
      { text: '• Dr. Eve Larsen – Engineer, Brightwater' },
      { text: '"Moreau, Ada" <ADA@Brightwater.example>' },
      { text: 'https://www.xnet.example/in/dmitri-volkov/details/experience/' },
    ]);
    assert.deepEqual(
      rows.map(({ id }) => id),
      [eve.id, ada.id, dmitri.id],
    );
  });

  it('lead to a record that is paid for only if they are certain, or the caller takes likely ones', async () => {
    const likely = [{ fullName: 'Eve Larsn', companyName: 'Brightwater, Inc.' }];
    assert.deepEqual(
      (await match(likely)).rows.map(({ confidence, profile }) => [confidence, profile]),
      [['LIKELY', null]],
    );
    assert.deepEqual(
      (await match(likely, 'likely: true')).rows.map(({ profile }) => profile?.id),
      [eve.id],
    );
  });
});

describe('a search that finds nothing', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph();
  });
  after(() => cast[Symbol.asyncDispose]());

  it('says by which conditions, for free and only if asked', async () => {
    const where = {
      fullName: { matches: 'Eve' },
      currentCompanyName: { matches: 'Aurora' },
      currentTitle: { matches: 'Engineer' },
    };
    const ask = (fields: string) =>
      cast.ask<
        Record<string, { totalCount: number; emptiedBy?: { field: string; countWithout: number }[] | null }>,
        object
      >(
        key,
        `query ($where: ProfileWhere) { searchProfiles(where: $where) { totalCount ${fields} } relationships(where: $where) { totalCount ${fields} } }`,
        { where },
      );
    const before = await cast.usage(key);
    cast.upstream.forget();
    await ask('');
    assert.equal(cast.upstream.calls.length, 2);
    const { data, errors } = await ask('emptiedBy { field countWithout }');
    assert.equal(errors, undefined, JSON.stringify(errors));
    for (const found of Object.values(data ?? {})) {
      assert.equal(found.totalCount, 0);
      assert.deepEqual(found.emptiedBy, [{ field: 'currentCompanyName', countWithout: 1 }]);
    }
    assert.equal(await cast.usage(key), before);
    where.currentCompanyName.matches = 'Brightwater';
    const { data: some } = await ask('emptiedBy { field countWithout }');
    assert.equal(some?.relationships?.emptiedBy, null);
  });
});
