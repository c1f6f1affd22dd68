import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { perform } from '../../../src/app/admin/commands.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { remapConnectors } from '../../../src/service/mapping/remap-connectors.ts';
import { jobGate } from '../../service/jobs/job-gate.ts';
import { companies, teams } from '../../support/cast/cast.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';

const { id: company_id, company_info } = companies.cobalt;
const newcomer = (name: string) => ({
  profile_info: {
    full_name: name,
    social_media: [{ network: 'xnet', slug: name.toLowerCase() }],
    experience: [
      { company_id, company: { id: company_id, name: company_info.name }, start_date: '2020-01-01', is_current: true },
    ],
  },
});

suite('an import', () => {
  let service: CastService;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  const gate = jobGate();
  before(async () => {
    gate.close('map-connector');
    service = await openCast({ now: () => new Date(), beforeJob: gate.beforeJob });
    directory = await temporaryDirectory();
  });
  after(async () => {
    gate.open();
    await service.close();
    await directory[Symbol.asyncDispose]();
  });

  const importOf = async (...lines: readonly object[]): Promise<{ readonly connectorsToMap: number }> => {
    const path = join(directory.path, 'records.ndjson');
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const said: string[] = [];
    const context = { store: service.store, stdout: (line: string) => said.push(line), onProgress: () => {} };
    await perform(context, 'import', {
      files: [{ path, name: path }],
      rejects: join(directory.path, 'rejected.ndjson'),
    });
    await rm(path);
    return JSON.parse(said.join());
  };
  const known = async (name: string) => {
    const query = { match: { 'profile_info.full_name': name } };
    const { items } = await service.ask('orchard', findRelationships, { query });
    return items.flatMap(({ connections }) => connections?.map((connection) => connection?.connector_name));
  };

  test('it has every connector mapped anew, so that newcomers are known to whom they worked with', async () => {
    assert.equal((await importOf(newcomer('Wanda'))).connectorsToMap, 4);
    assert.deepEqual(await known('Wanda'), []);
    gate.open();
    await service.context.jobs.idle();
    assert.deepEqual(await known('Wanda'), ['Ben Okafor']);
  });

  test('it leaves connectors alone where nothing has changed', async () => {
    assert.equal((await importOf(newcomer('Wanda'))).connectorsToMap, 0);
  });

  test('it has a connector whose mapping runs meanwhile mapped once more', async () => {
    const held = jobGate();
    held.close('map-connector');
    await using other = await openCast({ now: () => new Date(), beforeJob: held.beforeJob });
    const { status } = await other.post('meadow', '/team/add-connector', { xnet_usernames: ['eve-larsen'] });
    assert.equal(status, 202);
    // Whatever fails, the service closes only when its job may go on.
    using _ = { [Symbol.dispose]: held.open };
    await held.arrival();
    const { id } = await other.store.db
      .selectFrom('connector')
      .select('id')
      .where('team_id', '=', teams.meadow.id)
      .executeTakeFirstOrThrow();
    await remapConnectors(other.store.db, new Date());
    await remapConnectors(other.store.db, new Date());
    const jobs = await other.store.db
      .selectFrom('job')
      .select(['status', 'unique_key'])
      .where('payload', '=', JSON.stringify({ connector_id: id }))
      .orderBy('id')
      .execute();
    assert.deepEqual(jobs, [
      { status: 'running', unique_key: `map-connector:${id}` },
      { status: 'waiting', unique_key: `map-connector:${id}:again` },
    ]);
  });
});
