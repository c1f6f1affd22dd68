import assert from 'node:assert/strict';
import pino from 'pino';
import { RedisRecords } from '../../../../src/graph/cache/redis-cache.ts';
import type { SharedRecordCache } from '../../../../src/graph/cache/shared-cache.ts';
import type { Purse } from '../../../../src/graph/credits/purse/purse.ts';
import type { ChildTeamStore } from '../../../../src/graph/state/child-teams/child-teams.ts';
import { RedisChildTeamStore } from '../../../../src/graph/state/child-teams/redis-child-team-store.ts';
import { SqliteChildTeamStore } from '../../../../src/graph/state/child-teams/sqlite-child-team-store.ts';
import type { Database } from '../../../../src/graph/state/database.ts';
import type { ExclusionStore } from '../../../../src/graph/state/exclusions/kept-exclusions.ts';
import { RedisExclusionStore } from '../../../../src/graph/state/exclusions/redis-exclusion-store.ts';
import { SqliteExclusionStore } from '../../../../src/graph/state/exclusions/sqlite-exclusion-store.ts';
import type { PurseStore } from '../../../../src/graph/state/purses/purse-store.ts';
import { RedisPurseStore } from '../../../../src/graph/state/purses/redis-purse-store.ts';
import { RedisReceiptStore } from '../../../../src/graph/state/purses/redis-receipt-store.ts';
import type { ReceiptStore } from '../../../../src/graph/state/purses/session-receipts.ts';
import { SqlitePurseStore } from '../../../../src/graph/state/purses/sqlite-purse-store.ts';
import { SqliteReceiptStore } from '../../../../src/graph/state/purses/sqlite-receipt-store.ts';
import { connectRedis } from '../../../../src/graph/state/redis-connections.ts';
import { RedisCodeStore } from '../../../../src/graph/state/sessions/redis-code-store.ts';
import { RedisSessionList } from '../../../../src/graph/state/sessions/redis-session-list.ts';
import type { CodeStore } from '../../../../src/graph/state/sessions/session-codes.ts';
import type { SessionList } from '../../../../src/graph/state/sessions/session-list.ts';
import { SqliteCodeStore } from '../../../../src/graph/state/sessions/sqlite-code-store.ts';
import { SqliteSessionList } from '../../../../src/graph/state/sessions/sqlite-session-list.ts';
import { RedisTaskStore } from '../../../../src/graph/state/tasks/redis-store.ts';
import { SqliteTaskStore } from '../../../../src/graph/state/tasks/sqlite-store.ts';
import type { TaskStore } from '../../../../src/graph/state/tasks/task-store.ts';

/** All that graphs store, in one engine. */
interface Stores extends AsyncDisposable {
  readonly purses: PurseStore;
  readonly receipts: ReceiptStore;
  readonly sessions: SessionList;
  readonly codes: CodeStore;
  readonly childTeams: ChildTeamStore;
  readonly exclusions: ExclusionStore;
  readonly tasks: TaskStore;
  /** Undefined where there is nobody to share records with. */
  readonly records: SharedRecordCache<{ readonly id: string }> | undefined;
}

/** Far enough away that nothing of the sample expires. */
const now = Date.UTC(2100, 0, 1, 12);
const clock = () => now;
const dayMs = 86_400_000;

export function openEmbedded(database: Database): Stores {
  return {
    purses: new SqlitePurseStore(database, clock, () => undefined),
    receipts: new SqliteReceiptStore(database),
    sessions: new SqliteSessionList(database, clock),
    codes: new SqliteCodeStore(database, clock),
    childTeams: new SqliteChildTeamStore(database),
    exclusions: new SqliteExclusionStore(database),
    tasks: new SqliteTaskStore({ database, retentionMs: dayMs, now: clock }),
    records: undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export async function openRedis(url: string): Promise<Stores> {
  const log = pino({ level: 'silent' });
  const [connections, ofTasks] = await Promise.all([connectRedis(url, log), connectRedis(url, log)]);
  const { commands, subscriptions } = connections;
  const shared = await RedisRecords.open({ url, space: 'space', log, keepMs: dayMs, keepMissingMs: dayMs, now: clock });
  const purses = await RedisPurseStore.open(connections, clock, (error) => assert.fail(String(error)));
  const tasks = new RedisTaskStore(ofTasks, dayMs);
  return {
    purses,
    receipts: new RedisReceiptStore(commands),
    sessions: await RedisSessionList.open(connections, clock),
    codes: new RedisCodeStore(commands, clock),
    childTeams: new RedisChildTeamStore(commands),
    exclusions: new RedisExclusionStore(commands),
    tasks,
    records: shared.recordCache({ key: 'a-key', team: undefined }, 'profile'),
    async [Symbol.asyncDispose]() {
      await Promise.all([purses.end(), tasks.close(), shared.close()]);
      subscriptions.disconnect();
      await commands.quit();
    },
  };
}

const owner = 'an-owner';
const task = { owner, taskId: 'a-task' };
const started = {
  ...task,
  request: { query: { match_all: {} }, mapping_company_website: 'https://mill.example' },
  callback: 'a-callback',
  startedAt: new Date(now).toISOString(),
};
const observations = ['Queued', 'Mapped'].map((status) => ({ status, observedAt: started.startedAt }));
const result = { items: [], count: 0, total_count: 0 };
const intent = { key: 'an-idempotency-key', callback: 'a-callback' };
const ofKey: Purse = {
  ...{ id: 'purse-of-key', owner, scope: 'key', childTeamId: undefined },
  ...{ label: 'All', total: 100, period: 'month', createdAt: now, expiresAt: undefined },
};
const ofSession: Purse = {
  ...{ id: 'purse-of-session', owner, scope: 'session', childTeamId: 'a-team' },
  ...{ label: 'An agent', total: 50, period: 'none', createdAt: now, expiresAt: now + dayMs },
};
const session = {
  ...{ id: 'a-session', label: 'An agent', childTeamId: 'a-team', readOnly: true, budget: 9 },
  ...{ purse: ofSession.id, createdAt: now, expiresAt: now + dayMs },
};
const receipt = {
  ...{ minute: now, operation: 'People', operations: 2, charged: 7, shared: 1 },
  ...{ savedByPayload: 3, savedByIdentity: 4, savedByCache: 5 },
};
const team = { id: 'a-team', name: 'Weir' };
const exclusion = { kind: 'ids', value: 'a-person', reason: 'On leave', excludedAt: now } as const;
const record = { id: 'a-person' };
const cause = 'fetchProfiles';
const hour = now;

/** Stores one of each thing. */
export async function write(stores: Stores): Promise<void> {
  const { purses, receipts, sessions, codes, childTeams, exclusions, tasks, records } = stores;
  for (const purse of [ofKey, ofSession]) await purses.create(purse);
  const draw = { childTeamId: 'a-team', sessionPurse: ofSession.id, unit: 1, cause };
  const amounts = { paid: 7, lost: 2, held: 5 };
  const draws = Object.entries(amounts).map(([id, credits]) => ({ id, credits, ...draw }));
  for (const one of draws) await purses.reserve(owner, one);
  const settlements = [
    { reservation: 'paid', spent: 7, uncertain: 0 },
    { reservation: 'lost', spent: 0, uncertain: 2 },
  ];
  for (const one of settlements) await purses.settle(owner, one);
  await receipts.add(owner, ofSession.id, [receipt]);
  for (const id of [session.id, 'revoked']) await sessions.add(owner, { ...session, id });
  await sessions.revoke(owner, 'revoked');
  await codes.put({ id: 'a-code', sealed: 'sealed', expiresAt: now + dayMs });
  await childTeams.put(owner, team);
  await exclusions.put({ owner, childTeamId: team.id }, new Map([['a-person', exclusion]]));
  await tasks.remember(started);
  for (const observation of observations) await tasks.observe(task, observation);
  await tasks.keepResult('a-result', result);
  await tasks.intend('an-intent', intent, dayMs);
  const { versionToken } = (await records?.lookUp(['known', 'unknown'])) ?? {};
  if (versionToken !== undefined)
    await records?.put(versionToken, {
      records: [{ record, names: { own: ['known'], attributed: ['another'] } }],
      missing: ['unknown'],
    });
}

/** Reads what was written, by a process that begins after the writer's has died. */
export async function read(stores: Stores): Promise<object> {
  const { purses, receipts, sessions, codes, childTeams, exclusions, tasks, records } = stores;
  const found = [...((await records?.lookUp(['known', 'another', 'unknown']))?.found ?? [])];
  return structuredClone({
    bound: purses.mayBound(owner),
    purses: await purses.purses(owner, 9),
    entries: await purses.entries(owner, ofKey.id),
    uncertain: await purses.uncertain(owner, ofKey.id),
    receipts: await receipts.entries(owner, ofSession.id, 9),
    sessions: await sessions.sessions(owner),
    isRevoked: [session.id, 'revoked'].map((id) => sessions.revoked.has(id)),
    code: await codes.take('a-code'),
    teams: await childTeams.teams(owner, 9),
    exclusions: [...(await exclusions.all({ owner, childTeamId: team.id }))],
    started: await tasks.recent(owner, 9),
    calledBack: (await tasks.calledBack('a-callback'))?.taskId,
    observations: await tasks.observations(task),
    result: await tasks.result('a-result'),
    intent: await tasks.intend('an-intent', { key: 'another' }, dayMs),
    records: found.map(([name, hit]) => [name, hit.record]),
  });
}

/** What is to be read of it. */
export const expected = {
  bound: true,
  purses: [
    { ...ofKey, periodStart: Date.UTC(2100, 0), spent: 7, held: 0, uncertain: 7, closedAt: undefined },
    { ...ofSession, periodStart: 0, spent: 7, held: 0, uncertain: 7, closedAt: undefined },
  ],
  entries: [{ hour, cause, spent: 7, uncertain: 7, payments: 3 }],
  uncertain: [
    { id: 'held', cause, credits: 5, reservedAt: now },
    { id: 'lost', cause, credits: 2, reservedAt: now },
  ],
  receipts: [receipt],
  sessions: [session],
  isRevoked: [false, true],
  code: 'sealed',
  teams: [team],
  exclusions: [['a-person', exclusion]],
  started: [started],
  calledBack: task.taskId,
  observations,
  result,
  intent,
};

export const expectedRecords = [
  ['unknown', undefined],
  ['known', record],
  ['another', record],
];
