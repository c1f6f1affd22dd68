import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connect } from '../../../../src/service/mapping/connect.ts';
import { uuidFrom } from '../../../../src/store/record/uuid.ts';
import { writeCompanies, writeProfiles } from '../../../../src/store/record/write.ts';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';

interface Companies {
  readonly matchCompanies: {
    readonly rows: readonly { readonly state: string; readonly people: number | null }[];
  };
}

interface People {
  readonly matchPeople: { readonly rows: readonly object[] };
}

/** Firms with websites as records have them, each with one person whom Ada knows. */
const firms = {
  capitals: ['HTTP://WWW.Capitals.EXAMPLE/'],
  page: ['https://www.host.example/view/Page/'],
  neighbour: ['https://www.host.example/view/neighbour'],
  second: ['first.example', 'https://second.example/en/index.html'],
} as const;

describe('a company of a list, by its website', () => {
  let service: CastService;
  let graph: TestGraph;
  before(async () => {
    service = await openCast();
    const { db } = service.store;
    const records = Object.entries(firms).map(([name, websites]) => ({ id: uuidFrom(`firm ${name}`), name, websites }));
    await writeCompanies(
      db,
      records.map(({ id, name, websites }) => ({ id, company_info: { id, name, websites: [...websites] } })),
    );
    await writeProfiles(
      db,
      records.map(({ id, name, websites }) => ({
        id: uuidFrom(`person ${name}`),
        profile_info: {
          full_name: `Somebody Of ${name}`,
          current_company_id: id,
          current_company_name: name,
          current_company_websites: [...websites],
        },
      })),
    );
    for (const { name } of records)
      await db
        .insertInto('direct_connection')
        .values({ from_id: people.ada.id, to_id: uuidFrom(`person ${name}`) })
        .execute();
    const connectors = await db.selectFrom('connector').select('id').where('team_id', '=', teams.orchard.id).execute();
    for (const { id } of connectors) await connect(db, id, new Date());

    graph = await openTestGraph(service.url);
  });
  after(async () => {
    await graph?.[Symbol.asyncDispose]();
    await service?.close();
  });
  const statesOf = async (...websites: readonly string[]) => {
    const { data, errors } = await graph.ask<Companies, object>(
      keyOf('orchard'),
      'query ($rows: [CompanyMatchRow!]!) { matchCompanies(rows: $rows, checkRecords: true) { rows { state people } } }',
      { rows: websites.map((website) => ({ website })) },
    );
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data?.matchCompanies.rows.map(({ state, people: count }) => `${state} ${count}`);
  };

  it('is found as the record has it, and never by its neighbour’s', async () => {
    for (const website of [
      'HTTP://WWW.Capitals.EXAMPLE/',
      'https://www.host.example/view/Page/',
      'https://first.example/',
    ])
      assert.deepEqual([website, await statesOf(website)], [website, ['KNOWN 1']]);
    for (const website of ['host.example/view/other', 'host.example', 'other.example'])
      assert.deepEqual([website, await statesOf(website)], [website, ['UNKNOWN null']]);
  });

  it('is found in other spellings than the record has', async () => {
    for (const website of [
      'capitals.example',
      'https://capitals.example/index.html',
      'host.example/view/page',
      '//HOST.example/view/page?x=1',
      'second.example/en',
    ])
      assert.deepEqual([website, await statesOf(website)], [website, ['KNOWN 1']]);
  });

  it('is that of a person whose record has it in capitals', async () => {
    const { data } = await graph.ask<People, object>(
      keyOf('orchard'),
      'query ($rows: [MatchRow!]!) { matchPeople(rows: $rows) { rows { id confidence by } } }',
      { rows: [{ fullName: 'Somebody Of capitals', companyWebsite: 'https://capitals.example' }] },
    );
    const found = { id: uuidFrom('person capitals'), confidence: 'CERTAIN', by: 'NAME_AND_WEBSITE' };
    assert.deepEqual(data?.matchPeople.rows, [found]);
  });
});
