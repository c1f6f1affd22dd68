import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import { noLoadGuard } from '../../../../../src/http/limits/load-guard.ts';
import { openService } from '../../../../../src/service/server.ts';
import { openStore } from '../../../../../src/store/open.ts';
import { demoTeams } from '../../../../../src/store/sample/demo.ts';
import { loadSample } from '../../../../../src/store/sample/load.ts';
import { openTestGraph } from '../../../../support/graph/graph.ts';
import { temporaryDirectory } from '../../../../support/kith.ts';
import { randomFrom } from '../../../../support/random.ts';
import { emptyTemplate } from '../../../../support/store.ts';
import { measure } from '../../../../system/graph/features/matching/measure.ts';
import { sampleProfiles } from '../../../../tools/sample/generate.ts';
import { generatedRecords } from '../../../../tools/sample/records.ts';

const size = { seed: 1, profiles: Number(process.env.KITH_MATCH_PEOPLE ?? 100_000) };
const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));
const { id: teamId, key } = demoTeams.team;

it('a thousand distorted rows are matched in a network of 100,000 people', { timeout: 3_600_000 }, async (t) => {
  const label = `KITH_PROPERTY_SEED=${seed}`;
  await using directory = await temporaryDirectory();
  await using store = await openStore({ kind: 'pglite', dataDir: directory.path }, { template: await emptyTemplate() });
  await loadSample(store, {}, generatedRecords(size));
  // The network reaches everybody: one of the team's connectors knows them.
  await sql`
    insert into direct_connection (from_id, to_id)
    select connector.profile_id, profile.id
    from (select profile_id from connector where team_id = ${teamId}::uuid order by profile_id limit 1) connector, profile
    where profile.id <> connector.profile_id
    on conflict do nothing`.execute(store.db);
  await using service = await openService({
    store,
    secret: 'a secret for tests, which is long enough',
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
    traffic: { load: noLoadGuard },
  });
  await service.context.jobs.idle();
  await using graph = await openTestGraph(service.url, {
    // The machine may be busy: the measure is calls, answers and processor time.
    traffic: { execution: { concurrency: { atOnce: 10, waitMs: 1_000 }, deadlineMs: 600_000 } },
  });
  const before = await graph.usage(key);
  const everybody = [...sampleProfiles({ ...size, companies: generatedRecords(size).counts.companies })];
  const cpu = process.cpuUsage();
  const found = await measure(graph, key, { everybody, rows: 1_000, random: randomFrom(seed), label });
  for (const told of found.told) t.diagnostic(told);
  for (const wrong of found.wrong) t.diagnostic(`wrong, and certain: ${wrong}`);
  assert.deepEqual(found.wrong, [], label);
  assert.ok(found.wrongLikely <= 3, `${label}: ${found.wrongLikely} likely matches are wrong`);
  assert.ok(found.right / found.unique >= 0.93, `${label}: ${found.right} of ${found.unique}`);
  assert.equal(found.refused, 0, label);
  assert.ok(found.calls <= 30, `${label}: ${found.calls} calls`);
  assert.equal(await graph.usage(key), before, label);
  // Some 20 s of these read the network, to know who is in it.
  const { user, system } = process.cpuUsage(cpu);
  t.diagnostic(`${(user + system) / 1e6} s of processor time`);
  assert.ok(user + system < 120e6, `${label}: ${(user + system) / 1e6} s of processor time`);
});
