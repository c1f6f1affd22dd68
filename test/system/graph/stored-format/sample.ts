import assert from 'node:assert/strict';
import pino from 'pino';
import { RedisRecords } from '../../../../src/graph/cache/redis-cache.ts';
import type { SharedRecordCache } from '../../../../src/graph/cache/shared-cache.ts';
import type { Purse } from '../../../../src/graph/credits/purse/purse.ts';
import { ChildTeams } from '../../../../src/graph/state/child-teams/child-teams.ts';
import type { Database } from '../../../../src/graph/state/database.ts';
import { ExclusionStore } from '../../../../src/graph/state/exclusions/kept-exclusions.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { PurseStore } from '../../../../src/graph/state/purses/purse-store.ts';
import { SessionReceipts } from '../../../../src/graph/state/purses/session-receipts.ts';
import type { StateStore } from '../../../../src/graph/state/state-store.ts';
import { TaskStore } from '../../../../src/graph/state/tasks/task-store.ts';

/** All that graphs store, in one engine. */
interface Stores extends AsyncDisposable {
  readonly purses: PurseStore;
  readonly receipts: SessionReceipts;
  readonly childTeams: ChildTeams;
  readonly exclusions: ExclusionStore;
  readonly tasks: TaskStore;
  /** Undefined where there is nobody to share records with. */
  readonly records: SharedRecordCache<{ readonly id: string }> | undefined;
}

/** Far enough away that nothing of the sample expires. */
const now = Date.UTC(2100, 0, 1, 12);
const clock = () => now;
const dayMs = 86_400_000;

const log = pino({ level: 'silent' });

const onTrouble = (error: unknown) => assert.fail(String(error));

const keptIn = async (state: StateStore) => ({
  purses: await PurseStore.open({ state, now: clock, onTrouble }),
  childTeams: new ChildTeams(state, (key) => key, onTrouble),
  exclusions: new ExclusionStore(state),
  tasks: new TaskStore(state, dayMs),
  receipts: new SessionReceipts(state, clock, onTrouble),
});

export async function openEmbedded(database: Database): Promise<Stores> {
  const state = await openState({ redisUrl: undefined, database, now: clock, log });
  return {
    ...(await keptIn(state)),
    records: undefined,
    [Symbol.asyncDispose]: () => state.close(),
  };
}

export async function openRedis(url: string, database: Database): Promise<Stores> {
  const state = await openState({ redisUrl: url, database, now: clock, log });
  const shared = await RedisRecords.open({ url, space: 'space', log, keepMs: dayMs, keepMissingMs: dayMs, now: clock });
  const kept = await keptIn(state);
  return {
    ...kept,
    records: shared.recordCache({ key: 'a-key', team: undefined }, 'profile'),
    async [Symbol.asyncDispose]() {
      await Promise.all([kept.purses.end(), shared.close()]);
      await state.close();
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
const receipt = {
  ...{ minute: now, operation: 'People', operations: 2, charged: 7, shared: 1 },
  ...{ savedByPayload: 3, savedByIdentity: 4, savedByCache: 5 },
};
const team = { id: 'a-team', name: 'Weir' };
const exclusion = { kind: 'ids', value: 'a-person', reason: 'On leave', excludedAt: now } as const;
const record = { id: 'a-person' };
const cause = 'fetchProfiles';
const hour = now;

/** Reads what was written, by a process that begins after the writer's has died. */
export async function read(stores: Stores) {
  const { purses, receipts, childTeams, exclusions, tasks, records } = stores;
  const found = [...((await records?.lookUp(['known', 'another', 'unknown']))?.found ?? [])];
  return structuredClone({
    bound: purses.mayBound(owner),
    purses: await purses.purses(owner, 9),
    entries: await purses.entries(owner, ofKey.id),
    uncertain: await purses.uncertain(owner, ofKey.id),
    receipts: await receipts.entries(owner, ofSession.id, 9),
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
