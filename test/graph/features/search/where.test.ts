import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { getNamedType, isInputObjectType } from 'graphql';
import { catalogues } from '../../../../src/contract/catalogue.ts';
import { EngineersWhoWorkedAtDocument } from '../../../generated/operations.ts';
import { companies, keyOf, type PersonName, people } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { schema } from '../../../support/graph/schema.ts';
import { byAnyPath, itOrRefused, unlessRefused, upstreams } from '../../../support/graph/upstreams.ts';

type Where = Readonly<Record<string, unknown>>;

/** Idea 4 of the design: typed filters, the same wherever people or companies are searched. */
for (const upstream of upstreams)
  describe(`where, over ${upstream.name}`, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await upstream.openCast();
    });
    after(() => graph?.close());
    beforeEach(() => graph.upstream.forget());

    const key = keyOf('orchard');
    const itFinds = itOrRefused(upstream, 48);
    const nameOf = new Map(Object.entries(people).map(([name, { id }]) => [id, name]));
    const companyOf = new Map(Object.entries(companies).map(([name, { id }]) => [id, name]));

    async function ask<Data>(query: string, variables: object, as = key): Promise<Data> {
      const { data, errors } = unlessRefused(upstream, await graph.ask<Data, object>(as, query, variables));
      assert.deepEqual(errors, undefined);
      assert.ok(data);
      return data;
    }

    async function find(where: Where, dsl?: object): Promise<readonly (string | undefined)[]> {
      const { found } = await ask<{ found: { nodes: { id: string }[] } }>(
        'query ($where: ProfileWhere, $dsl: JSON) { found: searchProfiles(where: $where, dsl: $dsl, first: 100) { nodes { id } } }',
        { where, dsl },
      );
      return found.nodes.map(({ id }) => nameOf.get(id)).sort();
    }

    async function findCompanies(where: Where): Promise<readonly (string | undefined)[]> {
      const { found } = await ask<{ found: { nodes: { id: string }[] } }>(
        'query ($where: CompanyWhere) { found: searchCompanies(where: $where, first: 100) { nodes { id } } }',
        { where },
      );
      return found.nodes.map(({ id }) => companyOf.get(id)).sort();
    }

    const everybody = Object.keys(people).sort() as PersonName[];
    const software = { or: [{ currentCompanyName: { phrase: 'cobalt systems' } }, { skills: { eq: 'Rust' } }] };
    const found: readonly (readonly [does: string, where: Where, people: readonly PersonName[]])[] = [
      ['finds words', { currentTitle: { matches: 'engineer' } }, ['ada', 'ben', 'eve']],
      ['finds every word in any order', { currentTitle: { matches: 'engineer chief' } }, ['ada']],
      ['finds words in their order', { currentTitle: { phrase: 'engineer chief' } }, []],
      [
        'finds an employer in a career',
        {
          currentTitle: { matches: 'engineer' },
          experience: { some: { company: { name: { phrase: 'Aurora Labs' } } } },
        },
        ['ada', 'ben'],
      ],
      [
        'asks all of one and the same element',
        { experience: { some: { title: { matches: 'engineer' }, company: { name: { phrase: 'Delta Ventures' } } } } },
        [],
      ],
      [
        'asks each of two elements its own',
        {
          and: [
            { experience: { some: { title: { matches: 'analyst' } } } },
            { experience: { some: { company: { name: { phrase: 'Delta Ventures' } } } } },
          ],
        },
        ['dmitri'],
      ],
      ['finds who has no element', { not: { experience: { some: {} } } }, ['grace', 'ines']],
      [
        'finds days from one on',
        { experience: { some: { startDate: { gte: '2020-01-01' } } } },
        ['ada', 'dmitri', 'eve', 'jonas'],
      ],
      [
        'finds days between two',
        { experience: { some: { startDate: { gt: '2020-01-01', lt: '2021-06-01' } } } },
        ['dmitri'],
      ],
      ['finds a day', { experience: { some: { endDate: { eq: '2012-12-31' } } } }, ['hiro']],
      ['finds yes', { hiring: { eq: true } }, ['ada']],
      ['finds no', { hiring: { eq: false } }, ['ben']],
      ['finds what is there', { hiring: { isNull: false } }, ['ada', 'ben']],
      ['finds what is not there', { currentTitle: { isNull: true } }, ['farid', 'grace', 'hiro', 'ines']],
      ['finds one of several', { skills: { in: ['Rust', 'Go'] } }, ['ada']],
      ['finds none of no value', { skills: { in: [] } }, []],
      ['finds a beginning', { workEmail: { prefix: 'ben@' } }, ['ben']],
      ['knows the names that the interface names', { emails: { eq: 'ada@brightwater.example' } }, ['ada']],
      ['finds by the employer’s website', { currentCompanyWebsites: { eq: 'brightwater.example' } }, ['ada', 'eve']],
      ['finds either', software, ['ada', 'ben']],
      ['finds neither of no alternative', { or: [] }, []],
      ['turns a filter round', { not: software }, everybody.filter((one) => one !== 'ada' && one !== 'ben')],
      ['asks nothing where nothing is given', {}, everybody],
      [
        'finds by how a connection was found',
        {
          teamConnections: { some: { origins: { in: ['education_overlap', upstream.colleagues] } } },
          education: { some: {} },
        },
        upstream.ours ? ['ada', 'dmitri', 'grace'] : ['ada', 'dmitri'],
      ],
      [
        'finds whom a connector knows',
        { connectedUsers: { isNull: false }, experience: { some: { company: { name: { matches: 'brightwater' } } } } },
        ['ada', 'dmitri', 'eve'],
      ],
    ];
    for (const [does, where, expected] of found)
      itFinds(does, async () => {
        assert.deepEqual(await find(where), [...expected].sort());
        // Another upstream may take several pages.
        if (upstream.ours) assert.equal(graph.upstream.count('/v3/profiles/search'), 1);
        assert.equal(graph.upstream.count('/v3/profiles/fetch'), 0);
      });

    const companyNames = (left: string) => [...companyOf.values()].filter((name) => name !== left).sort();
    const foundCompanies: readonly (readonly [does: string, where: Where, names: readonly string[]])[] = [
      ['finds companies by a number', { workforce: { headcount: { gt: 35, lte: 2400 } } }, ['aurora', 'brightwater']],
      ['finds companies by an exact number', { workforce: { headcount: { eq: 35 } } }, ['cobalt']],
      ['finds companies without a number', { workforce: { headcount: { ne: 35 } } }, companyNames('cobalt')],
      ['finds companies without a round', { funding: { rounds: { none: {} } } }, companyNames('cobalt')],
      ['finds companies by industry', { industries: { eq: 'Software' } }, ['aurora', 'cobalt']],
      [
        'finds a beginning in any case',
        { industries: { prefixIgnoreCase: 'VENTURE ca' } },
        upstream.ours ? ['delta'] : [],
      ],
      [
        'finds companies by a round’s investor',
        {
          funding: { rounds: { some: { investors: { name: { phrase: 'delta ventures' } }, amountUsd: { gte: 1e6 } } } },
        },
        ['cobalt'],
      ],
      ['finds companies by a moment', { funding: { rounds: { some: { date: { lt: '2019-05-01T00:00:00Z' } } } } }, []],
    ];
    for (const [does, where, expected] of foundCompanies)
      itFinds(does, async () => assert.deepEqual(await findCompanies(where), expected));

    const list = 'profile_info.experience';
    const inCareer = (query: object) => ({ nested: { path: list, query } });
    const title = { match: { [`${list}.title`]: { query: 'engineer', operator: 'and' } } };
    const no = (clause: object) => ({ bool: { must_not: [clause] } });
    const whole = (value: string) => ({ term: { 'profile_info.job_title.keyword': value } });
    const allBut = (...names: readonly PersonName[]) => everybody.filter((one) => !names.includes(one));
    const asDsl: readonly (readonly [does: string, where: Where, dsl: object, people: readonly PersonName[]])[] = [
      ['compares a whole text in its case', { currentTitle: { eq: 'Chief engineer' } }, whole('Chief engineer'), []],
      [
        'compares a whole text in any case where asked to',
        { currentTitle: { eqIgnoreCase: 'chief ENGINEER' } },
        { term: { 'profile_info.job_title.keyword': { value: 'chief ENGINEER', case_insensitive: true } } },
        ['ada'],
      ],
      ['takes no part for the whole', { currentTitle: { eq: 'Engineer' } }, whole('Engineer'), ['eve']],
      [
        'counts accents of a whole name',
        { fullName: { eqIgnoreCase: 'chloe nunez' } },
        { term: { 'profile_info.full_name.keyword': { value: 'chloe nunez', case_insensitive: true } } },
        [],
      ],
      ['excludes a text', { currentTitle: { ne: 'Engineer' } }, no(whole('Engineer')), allBut('eve')],
      [
        'excludes a name',
        { fullName: { ne: 'Chloé Núñez' } },
        no({ term: { 'profile_info.full_name.keyword': 'Chloé Núñez' } }),
        allBut('chloe'),
      ],
      ['compares keywords in their case', { skills: { eq: 'rUST' } }, { term: { 'profile_info.skills': 'rUST' } }, []],
      [
        'compares keywords in any case where asked to',
        { skills: { eqIgnoreCase: 'rUST' } },
        { term: { 'profile_info.skills': { value: 'rUST', case_insensitive: true } } },
        ['ada'],
      ],
      [
        'excludes whom any of several values excludes',
        { skills: { ne: 'Rust' } },
        no({ term: { 'profile_info.skills': 'Rust' } }),
        allBut('ada'),
      ],
      [
        'excludes yes, and keeps what is unknown',
        { hiring: { ne: true } },
        no({ term: { 'profile_info.hiring': true } }),
        allBut('ada'),
      ],
      [
        'finds what is null',
        { hiring: { isNull: true } },
        no({ exists: { field: 'profile_info.hiring' } }),
        allBut('ada', 'ben'),
      ],
      [
        'excludes a day in each element',
        { experience: { every: { endDate: { ne: '2018-12-31' } } } },
        no(inCareer({ range: { [`${list}.end_date`]: { gte: '2018-12-31', lte: '2018-12-31' } } })),
        allBut('ben', 'farid'),
      ],
      [
        'finds of whom no element is so',
        { experience: { none: { title: { matches: 'engineer' } } } },
        no(inCareer(title)),
        allBut('ada', 'ben', 'eve', 'hiro'),
      ],
      [
        'finds who has no element at all',
        { experience: { none: {} } },
        no(inCareer({ match_all: {} })),
        ['grace', 'ines'],
      ],
      [
        'finds of whom every element is so, or there is none',
        { experience: { every: { title: { matches: 'engineer' } } } },
        no(inCareer(no(title))),
        ['ada', 'ben', 'eve', 'grace', 'hiro', 'ines'],
      ],
      [
        'finds of whom every element is so, and there is one',
        { experience: { some: {}, every: { title: { matches: 'engineer' } } } },
        { bool: { filter: [inCareer({ match_all: {} }), no(inCareer(no(title)))] } },
        ['ada', 'ben', 'eve', 'hiro'],
      ],
      [
        'asks every element for a value',
        { experience: { every: { endDate: { isNull: false } } } },
        no(inCareer(no({ exists: { field: `${list}.end_date` } }))),
        ['farid', 'grace', 'hiro', 'ines'],
      ],
    ];
    for (const [does, where, dsl, expected] of asDsl)
      itFinds(`${does}, as the DSL by hand does`, async () => {
        assert.deepEqual(await find(where), [...expected].sort());
        assert.deepEqual(await find({}, dsl), [...expected].sort());
      });

    const refused: readonly (readonly [where: Where, sentence: RegExp])[] = [
      [{ locationCountry: { eq: null } }, /^where\.locationCountry\.eq: .*`isNull: true`/],
      [{ skills: { in: null } }, /^where\.skills\.in: .*null/],
      [{ hiring: { isNull: null } }, /^where\.hiring\.isNull: .*null/],
      [{ experience: { some: { startDate: { gte: null } } } }, /^where\.experience\.some\.startDate\.gte: .*null/],
      [{ currentTitle: {} }, /^where\.currentTitle: must hold a condition/],
      [{ experience: {} }, /^where\.experience: must hold a condition/],
      [{ experience: { every: {} } }, /^where\.experience\.every: must hold a condition/],
      [{ not: {} }, /^where\.not: must hold a condition/],
      [{ and: [{ hiring: { eq: true } }, {}] }, /^where\.and\.1: must hold a condition/],
      [{ or: [{}, { hiring: { eq: true } }] }, /^where\.or\.0: must hold a condition/],
      [{ or: [{ locationCountry: null }] }, /^where\.or\.0\.locationCountry: .* got null: leave it out/],
      [{ locationCountry: null }, /^where\.locationCountry: .* got null: leave it out/],
      [{ and: null }, /^where\.and: .* got null: leave it out/],
      [{ or: null }, /^where\.or: .* got null: leave it out/],
      [{ not: null }, /^where\.not: .* got null: leave it out/],
      [{ experience: null }, /^where\.experience: .* got null: leave it out/],
      [{ experience: { some: null } }, /^where\.experience\.some: .* got null: leave it out/],
      [{ experience: { none: { company: null } } }, /^where\.experience\.none\.company: .* got null: leave it out/],
      [{ experience: { every: null, some: {} } }, /^where\.experience\.every: .* got null: leave it out/],
      [{ teamConnections: { some: { origins: null } } }, /^where\.teamConnections\.some\.origins: .* got null/],
    ];
    for (const [where, sentence] of refused)
      it(`refuses ${JSON.stringify(where)}, which would match everybody`, async () => {
        const { data, errors } = await graph.ask<{ found: unknown }, { where: Where }>(
          key,
          'query ($where: ProfileWhere) { found: searchProfiles(where: $where, first: 10) { nodes { headline } } }',
          { where },
        );
        assert.equal(data?.found, null);
        assert.equal(errors?.[0]?.extensions?.code, 'BAD_USER_INPUT');
        assert.match(errors[0].message, sentence);
        assert.equal(graph.upstream.calls.length, 0);
      });

    it('refuses a number that is not finite', async () => {
      const { errors } = await graph.ask(
        key,
        '{ searchCompanies(where: { workforce: { headcount: { gt: 1e400 } } }) { totalCount } }',
      );
      assert.match(errors?.[0]?.message ?? '', /^where\.workforce\.headcount\.gt: must be a finite number/);
      assert.equal(graph.upstream.calls.length, 0);
    });

    itFinds('takes an id in capitals', async () => {
      assert.deepEqual(await find({ id: { in: [people.ada.id.toUpperCase()] } }), ['ada']);
    });

    itFinds('finds what the example asks for', async () => {
      const variables = { company: 'Aurora Labs', first: 0 };
      const { data } = unlessRefused(upstream, await graph.ask(key, EngineersWhoWorkedAtDocument, variables));
      assert.deepEqual(data?.searchProfiles, { totalCount: 2, nodes: [] });
    });

    itFinds('filters beside the raw DSL', async () => {
      const dsl = { match: { 'profile_info.current_title': 'engineer' } };
      assert.deepEqual(await find({ hiring: { isNull: false } }, dsl), ['ada', 'ben']);
      assert.deepEqual(await find({ hiring: { eq: false } }, dsl), ['ben']);
    });

    const employer = byAnyPath(upstream, 'It asks for people by their employer’s id, which no fallback replaces.');
    it('filters the people of a company, its introductions and the relationships', employer, async () => {
      type Page = {
        readonly nodes: { readonly id?: string; readonly profile?: { id: string }; target?: { id: string } }[];
      };
      const { company, relationships, introPaths, person } = await ask<{
        company: { people: Page; introPaths: Page };
        relationships: Page;
        introPaths: Page;
        person: Page;
      }>(
        `query ($company: ID!, $person: ID!, $engineers: ProfileWhere) {
        company(by: { id: $company }) { ... on Company {
          people(where: $engineers) { nodes { id } }
          introPaths(where: $engineers) { nodes { target { id } } }
        } }
        relationships(where: $engineers) { nodes { profile { id } } }
        introPaths(to: { company: { id: $company } }, where: $engineers) { nodes { target { id } } }
        person: introPaths(to: { profile: { id: $person } }, where: $engineers) { nodes { target { id } } }
      }`,
        {
          company: companies.brightwater.id,
          person: people.dmitri.id,
          engineers: { currentTitle: { phrase: 'engineer' } },
        },
      );
      const names = ({ nodes }: Page) =>
        nodes.map((one) => nameOf.get(one.id ?? one.profile?.id ?? one.target?.id ?? '')).sort();
      assert.deepEqual(names(company.people), ['ada', 'eve']);
      assert.deepEqual(
        names(relationships).filter((one) => one === 'dmitri'),
        [],
      );
      assert.ok(names(relationships).includes('eve'));
      assert.deepEqual(names(company.introPaths), names(introPaths));
      assert.ok(names(introPaths).includes('eve'));
      // Dmitri is reached, but he is no engineer.
      assert.deepEqual(names(person), []);
      assert.equal(await graph.usage(key), 0);
    });

    it('filters what is mapped', async () => {
      await ask(
        'mutation ($where: ProfileWhere) { mapNetwork(input: { where: $where }) { __typename } }',
        { where: { hiring: { eq: true } } },
        keyOf('harbor'),
      );
      assert.deepEqual(graph.upstream.calls.at(-1)?.body?.query, { term: { 'profile_info.hiring': true } });
    });

    // Another upstream may know other fields.
    const itOfOurs = upstream.ours ? it : () => undefined;
    itOfOurs('asks of every field in the catalogue, and our own service knows each', async () => {
      const leaves = (typeName: string): readonly Where[] => {
        const type = schema.getType(typeName);
        assert.ok(isInputObjectType(type));
        return Object.values(type.getFields())
          .filter(({ name }) => !['and', 'or', 'not', 'none', 'every'].includes(name))
          .flatMap(({ name, type: of }) => {
            const inner = getNamedType(of).name;
            return inner.endsWith('Filter')
              ? [{ [name]: { isNull: false } }]
              : leaves(inner).map((leaf) => ({ [name]: leaf }));
          });
      };
      await find({ or: leaves('ProfileWhere') });
      await findCompanies({ or: leaves('CompanyWhere') });
      const asked = new Set(JSON.stringify(graph.upstream.calls.map(({ body }) => body)).match(/(?<="field":")[^"]+/g));
      for (const { fields, aliases } of Object.values(catalogues)) {
        // The path that the interface documents is asked instead of the record's own.
        const documented = [...aliases].flatMap(([path, members]) =>
          path !== 'id' && members.length === 1 ? members : [],
        );
        for (const path of [...fields.keys(), ...aliases.keys()])
          if (path !== 'id' && !documented.includes(path))
            assert.ok(asked.delete(path), `${path} is in the catalogue, and no filter asks of it`);
      }
      assert.deepEqual([...asked].sort(), ['connected_users', 'team_connections.origins', 'team_connections.team_id']);
    });

    for (const [what, where] of [
      ['an unknown field', '{ titel: { matches: "x" } }'],
      ['an unknown operator', '{ currentTitle: { prefix: "x" } }'],
      ['a day that is none', '{ experience: { some: { startDate: { gte: "soon" } } } }'],
    ])
      it(`refuses ${what} before anything is sent`, async () => {
        const { errors } = await graph.ask(key, `{ searchProfiles(where: ${where}) { totalCount } }`);
        assert.ok(errors?.length);
        assert.equal(graph.upstream.calls.length, 0);
      });
  });
