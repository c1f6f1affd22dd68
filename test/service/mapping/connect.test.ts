import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { School } from '../../../src/contract/record/profile.ts';
import type { Source } from '../../../src/contract/record/relationship.ts';
import { connect } from '../../../src/service/mapping/connect.ts';
import { combinedStrength } from '../../../src/service/mapping/strength.ts';
import type { Store } from '../../../src/store/open.ts';
import {
  type CompanyInput,
  type ProfileInput,
  writeCompanies,
  writeProfiles,
} from '../../../src/store/record/write.ts';
import { addConnectors } from '../../../src/store/team/connector.ts';
import { companies, type PersonName, people, present, type TeamName, teams } from '../../support/cast/cast.ts';
import { seedCast } from '../../support/cast/seed.ts';
import { engines } from '../jobs/engines.ts';

/** What the members of a source say beyond its origin. */
const at = (name: keyof typeof companies) => ({
  shared_company: companies[name].company_info.name,
  shared_company_id: companies[name].id,
  shared_company_website: companies[name].company_info.websites[0],
  shared_company_xnet_slug: companies[name].company_info.xnet_slugs[0],
});
const span = (from: string, to: string | undefined, months: number) => ({
  overlap_start_date: from,
  ...(to === undefined ? {} : { overlap_end_date: to }),
  overlap_duration_months: months,
});
const trinity = (rest: object) => ({ origin: 'education_overlap', shared_school: 'Trinity College', ...rest });
const investor = { origin: 'shared_investor', investor: 'Delta Ventures', portfolio_company: 'Cobalt Systems' };

interface Acquaintance {
  readonly of: TeamName;
  readonly connector: PersonName;
  readonly person: PersonName;
  readonly strength: number;
  readonly sources: readonly object[];
}

/** The whole of three teams' networks, worked out by hand on 2026-01-15. */
const network: readonly Acquaintance[] = [
  {
    // 729 days are 24 months; .60 + .36 is above .95.
    of: 'orchard',
    connector: 'ada',
    person: 'ben',
    strength: 0.95,
    sources: [{ origin: 'work_overlap', ...at('aurora'), ...span('2017-01-01', '2018-12-31', 24) }],
  },
  {
    // 548 days are 18 months: .60 + .27.
    of: 'orchard',
    connector: 'ada',
    person: 'chloe',
    strength: 0.87,
    sources: [{ origin: 'work_overlap', ...at('aurora'), ...span('2018-07-01', '2019-12-31', 18) }],
  },
  {
    // 1 − (1 − .78) × (1 − .50).
    of: 'orchard',
    connector: 'ada',
    person: 'dmitri',
    strength: 0.89,
    sources: [
      { origin: 'work_overlap', ...at('brightwater'), ...span('2020-06-01', '2021-05-31', 12) },
      trinity({ shared_major: 'Mathematics', graduation_year: '2014', ...span('2011-09-01', '2014-06-30', 34) }),
    ],
  },
  {
    of: 'orchard',
    connector: 'ada',
    person: 'eve',
    strength: 0.95,
    sources: [{ origin: 'work_overlap', ...at('brightwater'), ...span('2022-01-01', undefined, 48) }],
  },
  {
    of: 'orchard',
    connector: 'ada',
    person: 'grace',
    strength: 0.35,
    sources: [trinity(span('2011-09-01', '2013-06-30', 22))],
  },
  {
    of: 'orchard',
    connector: 'ben',
    person: 'ada',
    strength: 0.95,
    sources: [{ origin: 'work_overlap', ...at('aurora'), ...span('2017-01-01', '2018-12-31', 24) }],
  },
  {
    // 183 days are 6 months: .60 + .09.
    of: 'orchard',
    connector: 'ben',
    person: 'chloe',
    strength: 0.69,
    sources: [{ origin: 'work_overlap', ...at('aurora'), ...span('2018-07-01', '2018-12-31', 6) }],
  },
  {
    of: 'orchard',
    connector: 'ben',
    person: 'eve',
    strength: 0.78,
    sources: [{ origin: 'work_overlap', ...at('cobalt'), ...span('2019-01-01', '2019-12-31', 12) }],
  },
  { of: 'orchard', connector: 'ben', person: 'farid', strength: 0.1, sources: [{ origin: 'xnet_connection' }] },
  { of: 'orchard', connector: 'ben', person: 'dmitri', strength: 0.25, sources: [investor] },
  { of: 'orchard', connector: 'ben', person: 'jonas', strength: 0.25, sources: [investor] },
  { of: 'harbor', connector: 'farid', person: 'ben', strength: 0.1, sources: [{ origin: 'xnet_connection' }] },
  {
    of: 'lighthouse',
    connector: 'dmitri',
    person: 'ada',
    strength: 0.89,
    sources: [
      { origin: 'work_overlap', ...at('brightwater'), ...span('2020-06-01', '2021-05-31', 12) },
      trinity({ shared_major: 'Mathematics', graduation_year: '2014', ...span('2011-09-01', '2014-06-30', 34) }),
    ],
  },
  { of: 'lighthouse', connector: 'dmitri', person: 'ben', strength: 0.25, sources: [investor] },
  {
    of: 'lighthouse',
    connector: 'dmitri',
    person: 'grace',
    strength: 0.35,
    sources: [trinity(span('2011-09-01', '2013-06-30', 22))],
  },
  {
    of: 'lighthouse',
    connector: 'dmitri',
    person: 'jonas',
    strength: 0.95,
    sources: [{ origin: 'work_overlap', ...at('delta'), ...span('2021-06-01', undefined, 55) }],
  },
];

interface Stay {
  readonly from?: string;
  readonly to?: string;
  readonly current?: boolean;
}

const testId = (number: number): string => `bbbbbbbb-0000-4000-8000-${String(number).padStart(12, '0')}`;
const mill = { id: testId(900), name: 'Mill' };
const forge = { id: testId(901), name: 'Forge' };
const yard = { id: testId(902), name: 'Yard' };

/** A person with stays at the mill (or elsewhere) and at school. */
function somebody(
  number: number,
  {
    work = [],
    school = [],
  }: { work?: readonly (Stay & { at?: typeof mill })[]; school?: readonly (Stay & { majors?: readonly string[] })[] },
): ProfileInput {
  const dates = ({ from, to }: Stay) => ({ ...(from && { start_date: from }), ...(to && { end_date: to }) });
  return {
    id: testId(number),
    profile_info: {
      xnet_url: `https://xnet.example/in/somebody-${number}`,
      experience: work.map((stay) => ({
        company_id: (stay.at ?? mill).id,
        company: stay.at ?? mill,
        is_current: stay.current ?? false,
        ...dates(stay),
      })),
      education: school.map((stay) => ({ school: { name: 'Mill School' }, majors: stay.majors ?? [], ...dates(stay) })),
    },
  };
}

for (const engine of engines) {
  describe(`connect on ${engine.name}`, { skip: engine.skip }, () => {
    let store: Store;

    /** The one connector that a person is for team Meadow. */
    const connectorFor = async (person: ProfileInput): Promise<string> => {
      const asked = { teamId: teams.meadow.id, slugs: [person.profile_info.xnet_url ?? ''] };
      const { added, existing } = await addConnectors(store.db, asked);
      return added[0] ?? existing[0] ?? '';
    };
    const known = async (connectorId: string) =>
      store.db
        .selectFrom('connection')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .orderBy('profile_id')
        .execute();
    /** What connects the second person to the first. */
    const sources = async (me: ProfileInput, other: ProfileInput): Promise<readonly Source[]> => {
      await writeProfiles(store.db, [me, other]);
      const connector = await connectorFor(me);
      assert.equal(await connect(store.db, connector, present), true);
      const row = (await known(connector)).find(({ profile_id }) => profile_id === other.id);
      return row ? JSON.parse(row.sources) : [];
    };

    before(async () => {
      store = await engine.open();
      await seedCast(store.db);
    });
    after(() => store.close());

    for (const { of, connector, person, strength, sources } of network) {
      it(`finds how well ${connector} knows ${person}, and why [connect.how-well]`, async () => {
        const row = await store.db
          .selectFrom('connection')
          .innerJoin('connector', 'connector.id', 'connection.connector_id')
          .select(['connection.team_id', 'connection.mapped_company_id', 'strength', 'origins', 'sources'])
          .where('connection.team_id', '=', teams[of].id)
          .where('connector.profile_id', '=', people[connector].id)
          .where('connection.profile_id', '=', people[person].id)
          .executeTakeFirstOrThrow();
        assert.equal(row.strength, strength);
        assert.deepEqual(JSON.parse(row.sources), sources);
        assert.deepEqual(row.origins, sources.map((source) => ('origin' in source ? source.origin : '')).toSorted());
        assert.equal(row.mapped_company_id, null);
      });
    }

    it('finds nobody else [connect.finds-nobody-else]', async () => {
      const rows = await store.db.selectFrom('connection').select('team_id').execute();
      assert.equal(rows.length, network.length);
    });

    it('gives every connector the status mapped, and the moment', async () => {
      const rows = await store.db.selectFrom('connector').select(['status', 'mapped_at']).execute();
      assert.equal(rows.length, 4);
      assert.deepEqual(rows, Array(4).fill({ status: 'mapped', mapped_at: present }));
    });

    it('weighs sources as strength.ts does [connect.weighs-sources-strength]', async () => {
      const rows = await store.db.selectFrom('connection').select(['strength', 'sources']).execute();
      for (const { strength, sources } of rows) assert.equal(strength, combinedStrength(JSON.parse(sources)));
    });

    it('joins several overlaps at one employer to one source with the months of all', async () => {
      const me = somebody(1, {
        work: [
          { from: '2010-01-01', to: '2011-01-01' },
          { from: '2013-01-01', to: '2014-01-01' },
        ],
      });
      const other = somebody(2, { work: [{ from: '2010-07-01', to: '2013-04-01' }] });
      const [source, ...rest] = await sources(me, other);
      assert.deepEqual(rest, []);
      // 184 + 90 days.
      assert.deepEqual(source, {
        origin: 'work_overlap',
        shared_company: 'Mill',
        shared_company_id: mill.id,
        ...span('2010-07-01', '2013-04-01', 9),
      });
    });

    const school = (number: number, of: School): ProfileInput => ({
      id: testId(number),
      profile_info: {
        xnet_url: `https://xnet.example/in/somebody-${number}`,
        education: [{ school: of, start_date: '2010-09-01', end_date: '2014-06-30' }],
      },
    });
    const schools: readonly (readonly [isOne: boolean, why: string, one: School, other: School])[] = [
      [
        false,
        'other ids, whatever the name',
        { name: 'Trinity College', xnet_id: 11 },
        { name: 'Trinity College', xnet_id: 22 },
      ],
      [
        true,
        'one id, whatever the name',
        { name: 'Trinity College Dublin', xnet_id: 11 },
        { name: 'TCD', xnet_id: 11 },
      ],
      [
        true,
        'one website without ids',
        { name: 'ETH', website: 'https://www.ethz.example/' },
        { name: 'ETH Zürich', website: 'ethz.example' },
      ],
      [
        false,
        'other websites',
        { name: 'Trinity', website: 'tcd.example' },
        { name: 'Trinity', website: 'cam.example' },
      ],
      [true, 'one name, but for accents', { name: 'ETH Zürich', xnet_id: 7 }, { name: 'eth zurich' }],
      [
        false,
        'one name in two countries',
        { name: 'Trinity', location: { country: 'Ireland' } },
        { name: 'Trinity', location: { country: 'Canada' } },
      ],
      [
        true,
        'one name, of one of which the country is not known',
        { name: 'Trinity', location: { country: 'Ireland' } },
        { name: 'Trinity' },
      ],
    ];
    for (const [isOne, why, one, other] of schools)
      it(`takes schools for ${isOne ? 'one' : 'two'}: ${why} [connect.schools]`, async () => {
        const found = await sources(school(1, one), school(2, other));
        assert.deepEqual(
          found.map(({ origin }) => origin),
          isOne ? ['education_overlap'] : [],
        );
      });

    it('counts a time once in which somebody had two positions at one employer', async () => {
      const me = somebody(1, {
        work: [
          { from: '2010-01-01', to: '2011-01-01' },
          { from: '2010-01-01', to: '2012-01-01' },
        ],
      });
      const other = somebody(2, {
        work: [
          { from: '2010-01-01', to: '2012-01-01' },
          { from: '2011-01-01', to: '2012-01-01' },
        ],
      });
      const [source] = await sources(me, other);
      assert.equal(source?.overlap_duration_months, 24);
    });

    it('finds one source for each employer, the longer time first', async () => {
      const work = [
        { from: '2010-01-01', to: '2010-03-01' },
        { at: forge, from: '2012-01-01', to: '2013-01-01' },
      ];
      const found = await sources(somebody(1, { work }), somebody(2, { work }));
      assert.deepEqual(
        found.map(({ shared_company, overlap_duration_months }) => [shared_company, overlap_duration_months]),
        [
          ['Forge', 12],
          ['Mill', 2],
        ],
      );
    });

    it('takes a few days for a month', async () => {
      const [source] = await sources(
        somebody(1, { work: [{ from: '2010-01-01', to: '2010-06-10' }] }),
        somebody(2, { work: [{ from: '2010-06-05', to: '2011-01-01' }] }),
      );
      assert.equal(source?.overlap_duration_months, 1);
    });

    const strangers: readonly (readonly [sentence: string, mine: Stay, theirs: Stay])[] = [
      [
        'one came on the day when the other left',
        { from: '2010-01-01', to: '2011-01-01' },
        { from: '2011-01-01', to: '2012-01-01' },
      ],
      ['nobody knows when one of them came', { to: '2011-01-01' }, { from: '2010-01-01', to: '2012-01-01' }],
      ['nobody knows when one of them left', { from: '2010-01-01' }, { from: '2010-01-01', to: '2012-01-01' }],
      [
        'the dates of one are turned round',
        { from: '2012-01-01', to: '2010-01-01' },
        { from: '2010-01-01', to: '2012-01-01' },
      ],
      ['both begin after today', { from: '2026-02-01', current: true }, { from: '2026-02-01', current: true }],
    ];
    for (const [sentence, mine, theirs] of strangers) {
      it(`finds no colleagues where ${sentence}`, async () => {
        assert.deepEqual(await sources(somebody(1, { work: [mine] }), somebody(2, { work: [theirs] })), []);
        assert.deepEqual(await sources(somebody(1, { work: [theirs] }), somebody(2, { work: [mine] })), []);
      });
    }

    for (const [start, end] of [
      ['2020-6', '2020-9'],
      ['2020/06/01', '2020/9/30'],
      ['2020.6.1', '2020.09'],
    ] as const) {
      it(`finds no colleagues beyond the month that a partial date names: ${start} to ${end}`, async () => {
        const mine = somebody(1, { work: [{ from: start, to: end }] });
        const later = somebody(2, { work: [{ from: '2020-11-01', to: '2020-12-15' }] });
        assert.deepEqual(await sources(mine, later), []);
        assert.deepEqual(await sources(later, mine), []);
        const [source] = await sources(mine, somebody(2, { work: [{ from: '2020-09-15', to: '2020-12-15' }] }));
        assert.deepEqual([source?.overlap_start_date, source?.overlap_end_date], ['2020-09-15', '2020-09-30']);
      });
    }

    for (const unknown of ['2020 or so', '2020-13', '2021-02-29', '20206', '2020-6/1']) {
      it(`finds no colleagues where a date is none that it knows: ${unknown}`, async () => {
        const mine = somebody(1, { work: [{ from: unknown, to: '2020-12-31' }] });
        const other = somebody(2, { work: [{ from: '2020-01-01', to: '2021-12-31' }] });
        assert.deepEqual(await sources(mine, other), []);
      });
    }

    it('takes a month of zero for the year, as a beginning for its first day and as an end for its last', async () => {
      const [source] = await sources(
        somebody(1, { work: [{ from: '2020-00', to: '2020' }] }),
        somebody(2, { work: [{ from: '2019', to: '2021' }] }),
      );
      assert.deepEqual([source?.overlap_start_date, source?.overlap_end_date], ['2020-01-01', '2020-12-31']);
    });

    it('counts until today what is to end later, and gives it no end', async () => {
      const [source] = await sources(
        somebody(1, { work: [{ from: '2025-01-15', to: '2027-01-03' }] }),
        somebody(2, { work: [{ from: '2024-01-01', current: true }] }),
      );
      assert.deepEqual(source, {
        origin: 'work_overlap',
        shared_company: 'Mill',
        shared_company_id: mill.id,
        ...span('2025-01-15', undefined, 12),
      });
    });

    it('finds fellow students by the year they left where dates are missing', async () => {
      const found = await sources(
        somebody(1, { school: [{ to: '2010-06-30' }] }),
        somebody(2, { school: [{ from: '2004-01-01', to: '2010-12-31' }] }),
      );
      assert.deepEqual(found, [{ origin: 'education_overlap', shared_school: 'Mill School', graduation_year: '2010' }]);
      assert.deepEqual(
        await sources(somebody(1, { school: [{ to: '2010' }] }), somebody(2, { school: [{ to: '2011' }] })),
        [],
      );
      assert.deepEqual(await sources(somebody(1, { school: [{}] }), somebody(2, { school: [{}] })), []);
    });

    it('finds no fellow students where the dates are known and apart', async () => {
      const mine = { school: [{ from: '2000-09-01', to: '2004-02-01' }] };
      assert.deepEqual(
        await sources(somebody(1, mine), somebody(2, { school: [{ from: '2004-09-01', to: '2008-06-30' }] })),
        [],
      );
      assert.deepEqual(
        await sources(somebody(1, mine), somebody(2, { school: [{ from: '2004-03-01', to: '2004-06-30' }] })),
        [],
      );
    });

    it('compares majors without regard to case', async () => {
      const years = { from: '2000-09-01', to: '2004-06-30' };
      const [source] = await sources(
        somebody(1, { school: [{ ...years, majors: ['Law', 'PHYSICS'] }] }),
        somebody(2, { school: [{ ...years, majors: ['Physics', 'Art'] }] }),
      );
      assert.equal(source?.shared_major, 'PHYSICS');
    });

    it('connects an investor with those who work at a company it has put money into, both ways', async () => {
      const backer = somebody(3, {});
      const company: CompanyInput = {
        id: mill.id,
        company_info: {
          name: 'Mill',
          funding: {
            rounds: [
              {
                investors: [
                  { id: forge.id, name: 'Forge Capital' },
                  { id: backer.id, name: 'An Angel' },
                ],
              },
              { investors: [{ id: forge.id, name: 'Forge Capital' }] },
            ],
          },
        },
      };
      await writeCompanies(store.db, [company]);
      const atForge = somebody(1, { work: [{ at: forge, from: '2020-01-01', current: true }] });
      const atMill = somebody(2, { work: [{ from: '2020-01-01', current: true }] });
      const left = somebody(4, { work: [{ from: '2020-01-01', to: '2021-01-01' }] });
      const byForge = { origin: 'shared_investor', investor: 'Forge Capital', portfolio_company: 'Mill' };
      const byAngel = { origin: 'shared_investor', investor: 'An Angel', portfolio_company: 'Mill' };
      assert.deepEqual(await sources(atForge, atMill), [byForge]);
      assert.deepEqual(await sources(atMill, atForge), [byForge]);
      assert.deepEqual(await sources(backer, atMill), [byAngel]);
      assert.deepEqual(await sources(atMill, backer), [byAngel]);
      assert.deepEqual(await sources(atForge, left), []);
      assert.deepEqual(await sources(left, atForge), []);
    });

    it('replaces what it found before, and connects nobody with themselves', async () => {
      const years = [{ from: '2010-01-01', to: '2012-01-01' }];
      assert.equal((await sources(somebody(1, { work: years }), somebody(2, { work: years }))).length, 1);
      assert.deepEqual(await sources(somebody(1, { work: years }), somebody(2, {})), []);
      assert.deepEqual(await known(await connectorFor(somebody(1, {}))), []);
    });

    it('answers false for a connector that is gone', async () => {
      assert.equal(await connect(store.db, testId(999), present), false);
    });

    it('maps an employer of thousands in slices, and lets others in between', async () => {
      const me = somebody(1, { work: [{ at: yard, from: '2010-01-01', current: true }] });
      await writeProfiles(store.db, [me]);
      await sql`insert into profile (id, document, tokens)
        select ('dddddddd-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '{}', ''::tsvector
        from generate_series(1, 5000) n`.execute(store.db);
      await sql`insert into employment
        select id, 0, ${yard.id}::uuid, 'Yard', null, null, null, '2015-01-01', null, true
        from profile where id::text like 'dddddddd%'`.execute(store.db);
      const connector = await connectorFor(me);
      const connections = async () => {
        const counted = store.db
          .selectFrom('connection')
          .select(({ fn }) => fn.countAll<string | number>().as('count'));
        return Number((await counted.where('connector_id', '=', connector).executeTakeFirstOrThrow()).count);
      };
      const seen = new Set<number>();
      let mapping = true;
      const mapped = connect(store.db, connector, present).finally(() => {
        mapping = false;
      });
      while (mapping) seen.add(await connections());
      assert.equal(await mapped, true);
      assert.equal(await connections(), 5000);
      assert.ok(seen.size >= 3, `must be seen growing, but was seen at ${[...seen].join(', ')}`);
    });
  });
}
