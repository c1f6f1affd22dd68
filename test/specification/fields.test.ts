import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { TObject } from 'typebox';
import { fetchCompanies, searchCompanies } from '../../src/contract/operation/companies.ts';
import { mapNetwork } from '../../src/contract/operation/network-mapper.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import { Company } from '../../src/contract/record/company.ts';
import { Profile } from '../../src/contract/record/profile.ts';
import { Relationship } from '../../src/contract/record/relationship.ts';
import type { JsonSchema } from '../../src/contract/schema.ts';
import { V2Company } from '../../src/service/v2/contract/company.ts';
import { v2FetchCompanies, v2FetchProfiles } from '../../src/service/v2/contract/fetch.ts';
import { V2Relationship, v2MapNetwork } from '../../src/service/v2/contract/network-mapper.ts';
import { V2Profile } from '../../src/service/v2/contract/profile.ts';
import { putManualStrength } from '../../src/store/team/manual-strength.ts';
import { people, teams } from '../support/cast/cast.ts';
import { openSampleService, type SampleService } from '../support/sample/sample-service.ts';
import { type CastService, openCast } from '../support/service.ts';
import { specification } from './documents.ts';
import { fieldLists, writtenIn } from './fields.ts';
import { contractMembers, membersIn, writtenMembers } from './members.ts';

const { units } = specification;

suite('the members that the specification lists', () => {
  const elements = new Map(
    fieldLists.flatMap((list) => (list.defines ? [[list.defines, writtenIn(list, units)]] : [])),
  );

  for (const list of fieldLists) {
    test(`it is exactly these that the contract has: ${list.part} ${list.after ?? ''} [fields.exactly-contract]`, () => {
      const written = writtenMembers(writtenIn(list, units), elements);
      const declared = contractMembers(list.schema ?? {});
      assert.ok(written.size > 1, 'The list could not be read.');
      assert.deepEqual([...written.keys()].toSorted(), [...declared.keys()].toSorted());
      const types = [...written].filter(([path, type]) => type !== undefined && declared.get(path) !== undefined);
      for (const [path, type] of types)
        if (type !== 'object' && path !== 'company_info.id') assert.equal(declared.get(path), type, path);
    });
  }
});

const everything = { match_all: {} };

/** What each kind of record is answered as, from the whole sample; how people know each other, from the cast as well. */
const answered: readonly (readonly [
  schema: TObject,
  answer: (sample: SampleService, cast: CastService) => Promise<unknown>,
])[] = [
  [
    Profile,
    async ({ ask }) => {
      const { ids } = await ask('team', searchProfiles, { query: everything, limit: 1000 });
      const fields = ['profile_info', 'tags', 'lists'] as const;
      const { results } = await ask('team', fetchProfiles, { ids, fields: [...fields] });
      return [results, (await ask('team', fetchProfiles, namesOf(results))).results];
    },
  ],
  [
    Company,
    async ({ ask }) => {
      const { ids } = await ask('team', searchCompanies, { query: everything, limit: 1000 });
      const { results } = await ask('team', fetchCompanies, { ids, fields: ['company_info', 'tags'] });
      const { xnet_names, xnet_ids } = namesOf(results);
      return [results, (await ask('team', fetchCompanies, { xnet_names, xnet_ids })).results];
    },
  ],
  [
    Relationship,
    async ({ ask }, cast) => [
      (await ask('team', findRelationships, { limit: 1000 })).items,
      itemsOf(await cast.ask('harbor', mapNetwork, { query: everything })),
    ],
  ],
  [
    V2Profile,
    async ({ ask }) => {
      const { ids } = await ask('team', searchProfiles, { query: everything, limit: 1000 });
      const fields = ['profile_info', 'connections', 'tags', 'lists', 'notes', 'investor_data'] as const;
      const { results } = await ask('team', v2FetchProfiles, { ids, fields: [...fields] });
      const names = namesOf(results);
      const again = { xnetNames: names.xnet_names, xnetIds: names.xnet_ids, xnetEntityIds: names.xnet_entity_ids };
      return [results, (await ask('team', v2FetchProfiles, again)).results];
    },
  ],
  [
    V2Company,
    async ({ ask }) => {
      const { ids } = await ask('team', searchCompanies, { query: everything, limit: 1000 });
      const { results } = await ask('team', v2FetchCompanies, { ids, fields: ['company_info', 'tags'] });
      const { xnet_names: xnetNames, xnet_ids: xnetIds } = namesOf(results);
      return [results, (await ask('team', v2FetchCompanies, { xnetNames, xnetIds })).results];
    },
  ],
  [
    V2Relationship,
    async (_, { ask }) => [
      itemsOf(await ask('orchard', v2MapNetwork, { query: everything })),
      itemsOf(await ask('lighthouse', v2MapNetwork, { query: everything })),
    ],
  ],
];

const titleOf = (schema: JsonSchema): string => schema.title ?? 'a shape';

/** How well Lighthouse's connector knows Ada, so that a partner's mapping shows a strength set by hand. */
async function setStrengthByHand({ store: { db } }: CastService): Promise<void> {
  const teamId = teams.lighthouse.id;
  const connector = await db
    .selectFrom('connector')
    .select('id')
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  await putManualStrength(db, { teamId, connectorId: connector.id, profileId: people.ada.id, strength: 0.9 });
}

const itemsOf = (answer: object): unknown => ('items' in answer ? answer.items : []);

interface Account {
  readonly network?: string | null;
  readonly slug?: string | null;
  readonly id?: string | null;
  readonly entity_id?: string | null;
}
type Accounts = { readonly social_media?: readonly (Account | null)[] | null } | null;
interface Named {
  readonly profile_info?: Accounts;
  readonly company_info?: Accounts;
}

/** Identifiers of a few of the records on the external network. */
function namesOf(records: readonly Named[]) {
  const accounts = records
    .flatMap(({ profile_info: person, company_info: company }) => (person ?? company)?.social_media ?? [])
    .filter((account) => account?.network === 'xnet');
  const few = (of: (account: Account | null) => string | null | undefined): string[] =>
    accounts
      .map(of)
      .filter((value) => typeof value === 'string')
      .slice(0, 5);
  return {
    xnet_names: few((account) => account?.slug),
    xnet_ids: few((account) => account?.id).map(Number),
    xnet_entity_ids: few((account) => account?.entity_id),
  };
}

suite('every member of the contract', () => {
  let sample: SampleService;
  let cast: CastService;
  before(async () => {
    sample = await openSampleService();
    cast = await openCast();
    await setStrengthByHand(cast);
  });
  after(async () => {
    await sample.close();
    await cast.close();
  });

  for (const [schema, answer] of answered) {
    suite(titleOf(schema), () => {
      let seen: ReadonlySet<string>;
      before(async () => {
        seen = membersIn(await answer(sample, cast));
      });
      const declared = contractMembers(schema);
      for (const path of declared.keys()) test(`it answers ${path} [fields.answered]`, () => assert.ok(seen.has(path)));
      test('it answers nothing beside them', () => {
        assert.deepEqual(
          [...seen].filter((path) => !declared.has(path)),
          [],
        );
      });
    });
  }
});
