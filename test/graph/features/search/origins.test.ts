import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { GraphOptions } from '../../../../src/graph/graph-options.ts';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { openRenamed } from '../../../support/graph/between.ts';
import { plainProfile } from '../../../support/graph/upstream-profile.ts';
import { contraryCast } from '../../../support/second-upstream/graph.ts';

const key = keyOf('orchard');
const everybody = Object.values(people).map(({ id }) => id);
const nameOf = new Map(Object.entries(people).map(([name, { id }]) => [id, name]));

interface Known {
  readonly nodes: readonly {
    readonly profile: { readonly id: string };
    readonly connections: readonly { readonly sources: readonly { readonly origin: string | null }[] }[];
  }[];
}

/** Upstreams whose queries know the words of answers, and one whose queries have words of their own. */
const upstreams: readonly (readonly [
  name: string,
  open: (options?: Partial<GraphOptions>) => Promise<CastGraph>,
  /** Origins of the team's connections. */
  origins: readonly string[],
  /** Whether it takes every clause. */
  anyClause: boolean,
])[] = [
  ['our own service', openCastGraph, ['education_overlap', 'shared_investor', 'work_overlap', 'xnet_connection'], true],
  [
    'an upstream of other words',
    (options) => openCastGraph(options, openRenamed),
    ['education_overlap', 'shared_investor', 'work_overlap', 'xnet_connection'],
    true,
  ],
  ['an upstream as documented', contraryCast({ documented: true }), ['email_contact', 'work_overlap'], false],
];

for (const [name, open, origins, anyClause] of upstreams)
  describe(`filters by origin, over ${name}`, () => {
    let graph: CastGraph;
    /** The origins of each connection, by person: what the answers say. */
    let connections: ReadonlyMap<string, readonly (readonly string[])[]>;
    before(async () => {
      graph = await open();
      const { data, errors } = await graph.ask<{ relationships: Known }, object>(
        key,
        '{ relationships(first: 100) { nodes { profile { id } connections { sources { origin } } } } }',
      );
      assert.equal(errors, undefined);
      connections = new Map(
        data?.relationships.nodes.map(({ profile, connections: of }) => [
          profile.id,
          of.map(({ sources }) => sources.flatMap(({ origin }) => origin ?? [])),
        ]),
      );
      const seen = new Set([...connections.values()].flat(2));
      assert.deepEqual([...seen].sort(), origins);
    });
    after(() => graph?.close());

    async function find(variables: { readonly where?: object; readonly dsl?: object }): Promise<readonly unknown[]> {
      const { data, errors } = await graph.ask<{ searchProfiles: { nodes: { id: string }[] } }, object>(
        key,
        'query ($where: ProfileWhere, $dsl: JSON) { searchProfiles(where: $where, dsl: $dsl, first: 100) { nodes { id } } }',
        variables,
      );
      assert.equal(errors, undefined);
      return data?.searchProfiles.nodes.map(({ id }) => nameOf.get(id)).sort() ?? [];
    }

    /** The people of whose connections this holds, as the answers tell. */
    const whose = (holds: (connections: readonly (readonly string[])[]) => boolean): readonly unknown[] =>
      everybody
        .filter((id) => holds(connections.get(id) ?? []))
        .map((id) => nameOf.get(id))
        .sort();

    const byOrigin = (quantifier: string, condition: object) => ({
      where: { teamConnections: { [quantifier]: { origins: condition } } },
    });
    for (const origin of [...origins, 'calendar_events'])
      it(`mean what they say of ${origin}, in some, none and every`, async () => {
        const has = (one: readonly string[]): boolean => one.includes(origin);
        assert.deepEqual(
          await find(byOrigin('some', { eq: origin })),
          whose((all) => all.some(has)),
        );
        assert.deepEqual(
          await find(byOrigin('some', { in: [origin] })),
          whose((all) => all.some(has)),
        );
        assert.deepEqual(
          await find(byOrigin('some', { eqIgnoreCase: origin.toUpperCase() })),
          whose((all) => all.some(has)),
        );
        assert.deepEqual(
          await find(byOrigin('some', { ne: origin })),
          whose((all) => all.some((one) => !has(one))),
        );
        assert.deepEqual(
          await find(byOrigin('none', { eq: origin })),
          whose((all) => !all.some(has)),
        );
        assert.deepEqual(
          await find(byOrigin('every', { eq: origin })),
          whose((all) => all.every(has)),
        );
      });

    it('mean what they say of a beginning', async () => {
      const has = (one: readonly string[]): boolean => one.some((origin) => origin.startsWith('work_'));
      assert.deepEqual(
        await find(byOrigin('none', { prefix: 'work_' })),
        whose((all) => !all.some(has)),
      );
    });

    const path = 'team_connections.origins';
    const raw: readonly (readonly [clause: object, every?: 'any clause'])[] = [
      [{ term: { [path]: 'work_overlap' } }],
      [{ term: { [path]: { value: 'work_overlap' } } }],
      [{ terms: { [path]: ['work_overlap', 'work_overlap'] } }],
      [{ bool: { must: [{ term: { [path]: 'work_overlap' } }] } }],
      [{ match: { [path]: 'work_overlap' } }, 'any clause'],
      [{ match: { [path]: { query: 'work_overlap', boost: 2 } } }, 'any clause'],
      [{ wildcard: { [path]: { value: 'work*p' } } }, 'any clause'],
      [{ multi_match: { query: 'work_overlap', fields: [path] } }, 'any clause'],
      [{ query_string: { query: `${path}:work_overlap` } }, 'any clause'],
      [{ query_string: { query: `${path}:(calendar_events OR (work_overlap))` } }, 'any clause'],
      [{ query_string: { query: '"work_overlap"', default_field: path } }, 'any clause'],
      [{ simple_query_string: { query: 'work_overlap', fields: [path] } }, 'any clause'],
    ];
    for (const [clause, every] of raw)
      if (anyClause || every === undefined)
        it(`mean what they say in raw queries: ${JSON.stringify(clause)}`, async () => {
          const has = (one: readonly string[]): boolean => one.includes('work_overlap');
          const nested = { nested: { path: 'team_connections', query: clause } };
          assert.deepEqual(
            await find({ dsl: nested }),
            whose((all) => all.some(has)),
          );
          assert.deepEqual(
            await find({ dsl: { bool: { must_not: [nested] } } }),
            whose((all) => !all.some(has)),
          );
        });

    it('finds by the words of queries', async () => {
      const has = (one: readonly string[]): boolean => one.includes('work_overlap');
      assert.deepEqual(
        await find(byOrigin('some', { eq: 'overlaps' })),
        whose((all) => all.some(has)),
      );
    });

    it('warns where an origin finds nobody, with the words that would', async () => {
      const document = (origin: string, dsl = '') =>
        `{ searchProfiles(where: { teamConnections: { some: { origins: { eq: "${origin}" } } } } ${dsl}) { totalCount } }`;
      const found = await graph.ask(key, document('work_overlap'));
      assert.equal(found.extensions?.warnings, undefined);
      const [warning = '', ...others] = (await graph.ask(key, document('colleague'))).extensions?.warnings ?? [];
      assert.deepEqual(others, []);
      assert.match(warning, /^Nothing was found by origins colleague\. Known words: .*work_overlap \(overlaps\)/);
    });
  });

describe('a filter by an origin that finds nobody', () => {
  it('names the words that the examination found in use', async () => {
    await using graph = await openCastGraph({ profile: { ...plainProfile, origins: { overlaps: 3, google: 0 } } });
    const { extensions } = await graph.ask(
      key,
      '{ relationships(where: { teamConnections: { some: { origins: { eq: "google" } } } }) { totalCount } }',
    );
    assert.match(String(extensions?.warnings), /overlaps find somebody/);
  });
});
