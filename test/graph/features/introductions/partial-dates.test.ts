import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { remapConnectors } from '../../../../src/service/mapping/remap-connectors.ts';
import { writeCompanies, writeProfiles } from '../../../../src/store/record/write.ts';
import { companies, keyOf, present } from '../../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';

/**
 * When those in the middle, whom Ada knows from Aurora, left the company at which the targets were from 10 June to
 * 20 December 2020; or when they came, where the targets had left by then.
 */
const stays: readonly (readonly [from: string, to: string, isKnown: boolean])[] = [
  ['2015', '2020', true],
  ['2015', '2020-12', true],
  ['2015', '2020-12-31', true],
  ['2015', '2020-06', true],
  ['2015', '2020-6', true],
  ['2015', '2020/06', true],
  ['2015', '2020.12', true],
  ['2015', '2020/12/1', true],
  ['2015', '2020-00-00', true],
  ['2015', '2020-05', false],
  ['2015', '2020-5', false],
  ['2015', '2020/06/09', false],
  ['2015', '2019', false],
  ['2015', '2020 or so', false],
  ['2020', '2021', true],
  ['2020-12', '2021', true],
  ['2020/12', '2021', true],
  ['2020.12.21', '2021', false],
  ['2021', '2022', false],
];

const nameOf = (from: string, to: string): string => `${from} to ${to}`;

const document = `query ($id: ID!) {
  introPaths(to: { profile: { id: $id } }, hops: 2) {
    problems { message }
    nodes { connector { name } steps { profile { fullName } } }
  }
}`;

interface Found {
  readonly introPaths: {
    readonly problems: readonly object[];
    readonly nodes: readonly {
      readonly connector: { readonly name: string };
      readonly steps: readonly { readonly profile: { readonly fullName: string } | null }[];
    }[];
  };
}

describe('introductions in two steps by ends of jobs that tell a year or a month', () => {
  let service: CastService;
  let graph: TestGraph;
  /** The target's id by the stay of who is in the middle. */
  const targets = new Map<string, string>();
  before(async () => {
    service = await openCast();
    const { db } = service.store;
    const { id: auroraId, company_info: aurora } = companies.aurora;
    const atAurora = {
      company_id: auroraId,
      company: { id: auroraId, name: aurora.name, websites: aurora.websites },
      is_current: false,
      start_date: '2016-01-01',
      end_date: '2018-12-31',
    };
    for (const [from, to] of stays) {
      const [companyId, bridge, target] = [randomUUID(), randomUUID(), randomUUID()];
      const name = nameOf(from, to);
      targets.set(name, target);
      await writeCompanies(db, [{ id: companyId, company_info: { id: companyId, name: `Company ${name}` } }]);
      const job = (start: string, end: string) => ({
        company_id: companyId,
        company: { id: companyId, name: `Company ${name}` },
        is_current: false,
        start_date: start,
        end_date: end,
      });
      await writeProfiles(db, [
        {
          id: bridge,
          profile_info: { id: bridge, full_name: `Bridge ${name}`, experience: [atAurora, job(from, to)] },
        },
        {
          id: target,
          profile_info: { id: target, full_name: `Target ${name}`, experience: [job('2020-06-10', '2020-12-20')] },
        },
      ]);
    }
    await remapConnectors(db, present);
    await service.context.jobs.idle();
    await service.settled();
    graph = await openTestGraph(service.url);
  });
  after(async () => {
    await graph?.close();
    await service?.close();
    await service?.store.close();
  });

  for (const [from, to, isKnown] of stays)
    it(`${isKnown ? 'lead' : 'do not lead'} through somebody who was there from ${from} to ${to}`, async () => {
      const name = nameOf(from, to);
      const { data, errors } = await graph.ask<Found, object>(keyOf('orchard'), document, { id: targets.get(name) });
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.deepEqual(data?.introPaths.problems, []);
      const through = new Set(data?.introPaths.nodes.flatMap(({ steps }) => steps[0]?.profile?.fullName ?? []));
      assert.deepEqual([...through], isKnown ? [`Bridge ${name}`] : []);
    });
});
