import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService, type Service } from '../../../src/service/server.ts';
import { importFiles } from '../../../src/store/import/import.ts';
import type { Store } from '../../../src/store/open.ts';
import { putKey } from '../../../src/store/team/key.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { AddConnectorsDocument, WhoCanIntroduceMeDocument } from '../../generated/operations.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { openTestStore } from '../../support/store.ts';

const { KITH_SHARED_DATA: data = '' } = process.env;
const skip = data === '' && 'KITH_SHARED_DATA names no directory of real records';

/**
 * Members of the 119th United States Congress: real names, careers of up to eighty entries, offices that overlap. On our
 * own service alone, since it is the service's import and its reading of careers that are tried here.
 */
describe('real records', { skip }, () => {
  let store: Store;
  let service: Service;
  let graph: TestGraph;
  const key = 'kith_real_records';

  before(async () => {
    store = await openTestStore();
    await importFiles(store, [join(data, 'companies.ndjson'), join(data, 'profiles.ndjson')]);
    const owner = 'owner@example.com';
    const { id } = await createTeam(store.db, { name: 'Capitol', ownerEmail: owner });
    await putKey(store.db, { teamId: id, accountEmail: owner, key });
    service = await openService({
      store,
      secret: 'a secret for tests, which is long enough',
      urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
      traffic: { load: noLoadGuard },
    });
    graph = await openTestGraph(service.url);
    const { data: added, errors } = await graph.ask(key, AddConnectorsDocument, {
      input: { xnetSlugs: ['amy-klobuchar', 'susan-m-collins', 'nancy-pelosi', 'no-such-member'] },
    });
    assert.equal(errors, undefined);
    assert.deepEqual(added?.addConnectors, { queued: true, notFound: ['no-such-member'], problems: [] });
    await service.context.jobs.idle();
  });
  after(async () => {
    await graph?.close();
    await service?.close();
    await store?.close();
  });

  it('tell who can introduce whom at the Senate, and what they share, for nothing', async () => {
    const senators = { term: { 'profile_info.current_company_website': 'senate.gov' } };
    const { data: answer, errors } = await graph.ask(key, WhoCanIntroduceMeDocument, { dsl: senators, first: 200 });
    assert.equal(errors, undefined);
    const found = answer?.relationships?.nodes ?? [];
    // A hundred senators; each but the connectors themselves served with at least one of the two who are senators.
    assert.ok(found.length >= 98 && found.length <= 100, `${found.length} people at the Senate`);
    const cantwell = found.find((one) => one?.profile?.fullName === 'Maria Cantwell');
    const klobuchar = cantwell?.connections?.find((one) => one?.connectorName === 'Amy Klobuchar');
    const senate = klobuchar?.sources?.find(
      (source) => source && 'sharedCompany' in source && source.sharedCompany === 'United States Senate',
    );
    // Klobuchar came to the Senate on 2007-01-04; Cantwell has been there since 2001.
    assert.ok(senate && 'overlapStartDate' in senate);
    assert.equal(senate.overlapStartDate, '2007-01-04');
    assert.ok((senate.overlapDurationMonths ?? 0) > 200);
    assert.equal(await graph.usage(key), 0);
  });
});
