import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pino from 'pino';
import { periodStart } from '../../../../src/graph/credits/purse/period.ts';
import { leftIn } from '../../../../src/graph/credits/purse/purse.ts';
import { PurseRefused } from '../../../../src/graph/credits/purse/purse-refused.ts';
import { forgetMentions } from '../../../../src/graph/features/forgetting/forget-mentions.ts';
import { stored } from '../../../../src/graph/features/index.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import type { Draw, Settlement } from '../../../../src/graph/state/purses/payment.ts';
import { PurseStore } from '../../../../src/graph/state/purses/purse-store.ts';
import type { StateStore } from '../../../../src/graph/state/state-store.ts';
import { drawOf, purseOf } from '../../../support/graph/purse.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { randomFrom } from '../../../support/random.ts';
import { until } from '../../../support/until.ts';

const { KITH_TEST_REDIS_URL: redisUrl, KITH_PROPERTY_SEED, KITH_PROPERTY_RUNS } = process.env;
const seed = Number(KITH_PROPERTY_SEED ?? randomInt(2 ** 31));
const steps = Number(KITH_PROPERTY_RUNS ?? 150);

/** A store as several processes have it, which die as by kill -9. */
interface Processes extends AsyncDisposable {
  /** Those that are there. */
  readonly alive: readonly PurseStore[];
  /** Of one of them. */
  readonly state: () => StateStore;
  /** The purses that are gone, since they ended long ago. */
  readonly gone: readonly string[];
  /** Ends one without a word, and starts another in its place. */
  kill(process: PurseStore): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly skip: string | false;
  open(now: () => number): Promise<Processes>;
}

async function openStore(
  options: Pick<Parameters<typeof openState>[0], 'redisUrl' | 'database' | 'now'>,
  onGone: (owner: string, purse: string) => void,
) {
  const state = await openState({
    families: stored.families,
    seal: testSeal,
    ...options,
    log: pino({ level: 'silent' }),
  });
  const onTrouble = (error: unknown) => assert.fail(String(error));
  const store = await PurseStore.open({ state, now: options.now, onTrouble });
  store.onGone = onGone;
  return { state, store };
}

const kinds: readonly Kind[] = [
  {
    name: 'embedded',
    skip: false,
    async open(now) {
      const opened = new AsyncDisposableStack();
      const { path } = opened.use(await temporaryDirectory());
      let file = join(path, '0.sqlite');
      const gone: string[] = [];
      const onGone = (_: string, purse: string) => gone.push(purse);
      const states: StateStore[] = [];
      const start = async () => {
        const database = opened.adopt(new Database(file), (one) => one.close());
        const { store, state } = await openStore({ redisUrl: undefined, database, now }, onGone);
        states.push(opened.adopt(state, (one) => one.close()));
        return opened.adopt(store, (one) => one.end());
      };
      const alive = [await start()];
      return {
        alive,
        state: () => states.at(-1) ?? assert.fail(),
        gone,
        // What it leaves is what another finds; itself it goes on beside it, unheard.
        async kill() {
          const left = file;
          file = join(path, `${randomUUID()}.sqlite`);
          for (const suffix of ['', '-wal']) copyFileSync(left + suffix, file + suffix);
          alive[0] = await start();
        },
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      };
    },
  },
  {
    name: 'Redis',
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
    async open(now) {
      const opened = new AsyncDisposableStack();
      const database = opened.use(new Database(':memory:'));
      const states: StateStore[] = [];
      const gone: string[] = [];
      const onGone = (_: string, purse: string) => gone.push(purse);
      const start = async () => {
        const { store, state } = await openStore({ redisUrl, database, now }, onGone);
        states.push(opened.adopt(state, (one) => one.close()));
        return opened.adopt(store, (one) => one.end());
      };
      const alive = await Promise.all([start(), start(), start()]);
      return {
        alive,
        state: () => states.at(-1) ?? assert.fail(),
        gone,
        async kill(process) {
          const dead = alive.find((one) => one === process);
          assert.ok(dead);
          await dead.end();
          await states[0]?.remove('purse-holders', [dead.holder]);
          alive[alive.indexOf(dead)] = await start();
        },
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      };
    },
  },
];

/** The credits that each draw was granted. */
async function granted(store: PurseStore, owner: string, draws: readonly Draw[]): Promise<readonly number[]> {
  const answers = await Promise.all(draws.map((draw) => store.reserve(owner, draw)));
  return answers.map((answer) => (answer instanceof PurseRefused ? assert.fail(answer) : answer.credits));
}

async function settle(store: PurseStore, owner: string, settlement: Settlement): Promise<void> {
  await store.settle(owner, settlement);
}

for (const { name, skip, open } of kinds)
  describe(`the ${name} store of purses`, { skip }, () => {
    /** A reservation, as the test has it in mind. */
    interface Held {
      readonly id: string;
      readonly process: PurseStore;
      readonly credits: number;
      readonly purses: readonly string[];
      fate: 'held' | 'lost' | 'settled';
      spent: number;
      uncertain: number;
    }

    it('gives purses whose label a purge has emptied one of their id, in all processes', async () => {
      const now = Date.now();
      await using processes = await open(() => now);
      const [store] = processes.alive;
      assert.ok(store);
      const mark = randomUUID();
      const ofKey = purseOf({ label: `for ${mark}` });
      const ofSession = purseOf({ label: mark, scope: 'session', expiresAt: now + 3_600_000 });
      const other = purseOf({ owner: ofSession.owner });
      for (const purse of [ofKey, ofSession, other]) await store.create(purse);
      await store.reserve(ofKey.owner, drawOf());
      const people = { isNamedIn: (text: string) => text.includes(mark) };
      assert.equal(await forgetMentions(processes.state(), people, []), 2);
      assert.equal(await forgetMentions(processes.state(), people, []), 0);
      for (const process of processes.alive) {
        const labels = [ofKey, ofSession, other].map(async ({ owner, id }) => (await process.purse(owner, id))?.label);
        const expected = [`purse ${ofKey.id.slice(0, 8)}`, `purse ${ofSession.id.slice(0, 8)}`, 'a purse'];
        assert.deepEqual(await Promise.all(labels), expected);
        const answer = await process.reserve(ofKey.owner, drawOf({ credits: 20 }));
        assert.ok(!(answer instanceof PurseRefused));
        assert.equal(answer.purses[0]?.label, expected[0]);
      }
    });

    it(`never grants more than there is, in any order of events (KITH_PROPERTY_SEED=${seed})`, async () => {
      const random = randomFrom(seed);
      const below = (most: number) => Math.floor(random() * most);
      const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];
      const owner = randomUUID();
      const team = randomUUID();
      // It stands still, since one of the purses begins anew at midnight.
      const now = Date.now();
      await using processes = await open(() => now);
      const session = { scope: 'session', expiresAt: now + 3_600_000 } as const;
      const purses = [
        purseOf({ owner, total: 100 + below(400) }),
        purseOf({ owner, scope: 'team', childTeamId: team, total: below(300) }),
        purseOf({ owner, ...session, total: below(200), period: 'day' }),
        purseOf({ owner, ...session, childTeamId: team, total: below(200) }),
      ];
      const [, , ownSession, teamSession] = purses;
      for (const purse of purses) assert.equal(await processes.alive[0]?.create(purse), true);
      const all: Held[] = [];
      const closed = new Set<string>();

      const draw = (): Draw => {
        const inTeam = random() < 0.5;
        const unit = 1 + below(3);
        return drawOf({
          childTeamId: inTeam ? team : undefined,
          sessionPurse: random() < 0.7 ? (inTeam ? teamSession : ownSession)?.id : undefined,
          unit,
          credits: unit * (1 + below(10)),
          cause: `cause ${below(3)}`,
        });
      };
      const settlement = (from: Held['fate']): readonly Settlement[] => {
        const held = pick(all.filter(({ fate }) => fate === from));
        if (!held) return [];
        held.fate = 'settled';
        held.spent = below(held.credits + 1);
        held.uncertain = random() < 0.2 ? below(held.credits - held.spent + 1) : 0;
        const one = { reservation: held.id, spent: held.spent, uncertain: held.uncertain };
        // What is sent again since its answer was lost changes nothing.
        return random() < 0.2 ? [one, one] : [one];
      };
      /** Reserves at one of the processes, and settles at those that hold something, in one turn. */
      const book = async (from: Held['fate'], ended: number, drawn: number, process = pick(processes.alive)) => {
        assert.ok(process);
        const settlements = Array.from({ length: ended }, () => settlement(from)).flat();
        const draws = Array.from({ length: drawn }, draw);
        const settled = settlements.map((one) => {
          const holder = all.find(({ id }) => id === one.reservation)?.process;
          return (from === 'held' ? (holder ?? process) : process).settle(owner, one);
        });
        const answers = await Promise.all(draws.map((one) => process.reserve(owner, one)));
        await Promise.all(settled);
        for (const [at, answer] of answers.entries()) {
          const { id, unit, credits: asked, sessionPurse } = draws[at] ?? assert.fail();
          if (sessionPurse !== undefined && closed.has(sessionPurse)) {
            assert.ok(answer instanceof PurseRefused);
            continue;
          }
          assert.ok(!(answer instanceof PurseRefused));
          const { credits } = answer;
          assert.equal(credits % unit, 0);
          const least = Math.min(...answer.purses.map(({ left }) => Math.floor(left / unit) * unit));
          assert.equal(credits, Math.min(asked, least));
          if (credits === 0) continue;
          const purses = answer.purses.map((purse) => purse.id);
          all.push({ id, process, credits, purses, fate: 'held', spent: 0, uncertain: 0 });
        }
      };
      const sumOf = (purse: string, value: (held: Held) => number) =>
        all.filter(({ purses }) => purses.includes(purse)).reduce((sum, held) => sum + value(held), 0);

      for (let step = 0; step < steps; step += 1) {
        const kind = random();
        if (kind < 0.05) {
          const dying = pick(processes.alive);
          assert.ok(dying);
          // What it settled in its last moments may be lost as well.
          await dying.entries(owner, purses[0]?.id ?? '');
          await book('held', 0, below(5), dying);
          for (const held of all) if (held.process === dying && held.fate === 'held') held.fate = 'lost';
          await processes.kill(dying);
        } else if (kind < 0.055) {
          const purse = pick([ownSession, teamSession]);
          assert.ok(purse);
          assert.equal(await processes.alive[0]?.close(owner, purse.id), !closed.has(purse.id));
          closed.add(purse.id);
        } else if (kind < 0.08) await book('lost', 1, below(2));
        else await Promise.all(Array.from({ length: 1 + below(3) }, () => book('held', below(4), below(5))));
        for (const state of (await processes.alive.at(-1)?.purses(owner, 10)) ?? []) {
          const { id, total, spent, held, uncertain } = state;
          assert.ok(spent + held + uncertain <= total, `${id} is overspent`);
          assert.equal(spent + held + uncertain + leftIn(state), total);
          const expected = {
            spent: sumOf(id, (one) => one.spent),
            held: sumOf(id, ({ fate, credits }) => (fate === 'held' ? credits : 0)),
            uncertain: sumOf(id, (one) => (one.fate === 'lost' ? one.credits : one.uncertain)),
          };
          assert.deepEqual({ spent, held, uncertain }, expected);
          assert.equal(state.closedAt !== undefined, closed.has(id));
        }
      }

      while (all.some(({ fate }) => fate === 'held')) await book('held', 1 + below(5), 0);
      const [reader] = processes.alive;
      assert.ok(reader);
      for (const { id, total, spent, held, uncertain, ...more } of await reader.purses(owner, 10)) {
        assert.equal(held, 0);
        assert.equal(spent + uncertain + leftIn({ id, total, spent, held, uncertain, ...more }), total);
        const entries = await reader.entries(owner, id);
        assert.equal(
          entries.reduce((sum, entry) => sum + entry.spent, 0),
          spent,
        );
        assert.equal(
          entries.reduce((sum, entry) => sum + entry.uncertain, 0),
          uncertain,
        );
        assert.equal(
          entries.reduce((sum, entry) => sum + entry.payments, 0),
          sumOf(id, () => 1),
        );
        const doubts = await reader.uncertain(owner, id);
        assert.equal(
          doubts.reduce((sum, { credits }) => sum + credits, 0),
          uncertain,
        );
      }
    });

    for (const [period, end] of [
      ['day', '2026-03-31'],
      ['month', '2026-04-01'],
      ['allowance-31', '2026-04-30'],
    ] as const)
      it(`begins anew with each ${period}, and books a payment where it was reserved`, async () => {
        const halfAnHour = 1_800_000;
        const next = Date.parse(end);
        let now = next - halfAnHour;
        await using processes = await open(() => now);
        const [store, ...others] = processes.alive;
        assert.ok(store);
        const owner = randomUUID();
        const id = randomUUID();
        await store.create(purseOf({ id, owner, period, total: 6, createdAt: now }));
        const [settled, lost, recovered] = [drawOf({ credits: 3 }), drawOf({ credits: 2 }), drawOf()];
        assert.deepEqual(await granted(store, owner, [settled]), [3]);
        const dying = others[0] ?? store;
        assert.deepEqual(await granted(dying, owner, [lost, recovered, drawOf()]), [2, 1, 0]);
        now = next + halfAnHour;
        assert.deepEqual(await granted(store, owner, [drawOf({ credits: 2 })]), [2]);
        await settle(store, owner, { reservation: settled.id, spent: 1, uncertain: 1 });
        // What it settled in its last moments may be lost as well.
        await dying.entries(owner, id);
        await processes.kill(dying);
        const reader = processes.alive.at(-1) ?? assert.fail();
        const begun = await reader.purse(owner, id);
        const held = dying === store ? 0 : 2;
        assert.deepEqual([begun?.spent, begun?.held, begun?.uncertain], [0, held, 2 - held]);
        assert.equal(begun?.periodStart, next);
        await settle(reader, owner, { reservation: recovered.id, spent: 1, uncertain: 0 });
        assert.deepEqual(await granted(reader, owner, [drawOf({ credits: 9 })]), [4]);
        const entries = await reader.entries(owner, id);
        const before = entries.find(({ hour }) => hour === next - 2 * halfAnHour);
        assert.deepEqual([before?.spent, before?.uncertain, before?.payments], [2, 3, 3]);
        // As if it were still the period before, in which all is told.
        now = next - halfAnHour;
        const old = await reader.purse(owner, id);
        assert.deepEqual([old?.spent, old?.held, old?.uncertain, old && leftIn(old)], [2, 0, 3, 1]);
      });

    it('grants whole what no purse of a key bounds, and has nothing to settle of it', async () => {
      await using processes = await open(Date.now);
      const [store] = processes.alive;
      assert.ok(store);
      const owner = randomUUID();
      const team = randomUUID();
      const purse = purseOf({ owner, scope: 'team', childTeamId: team, total: 3 });
      await store.create(purse);
      const [own, other, bound] = [drawOf({ credits: 9 }), drawOf({ credits: 9, childTeamId: randomUUID() }), drawOf()];
      assert.deepEqual(await granted(store, owner, [own, other, { ...bound, childTeamId: team }]), [9, 9, 1]);
      assert.equal(await store.close(owner, purse.id), true);
      assert.deepEqual(await granted(store, owner, [drawOf({ credits: 9, childTeamId: team })]), [9]);
      for (const { id } of [own, other, bound]) await settle(store, owner, { reservation: id, spent: 1, uncertain: 0 });
      const closed = await store.purse(owner, purse.id);
      assert.deepEqual([closed?.spent, closed?.held], [1, 0]);
    });

    it('has one open purse of a key, and one of each of its child teams', async () => {
      await using processes = await open(Date.now);
      const [store] = processes.alive;
      assert.ok(store);
      const owner = randomUUID();
      const team = randomUUID();
      const own = purseOf({ owner });
      assert.equal(store.mayBound(owner), false);
      assert.equal(await store.create(own), true);
      for (const process of processes.alive) await until(() => process.mayBound(owner));
      assert.equal(await store.create(purseOf({ owner })), false);
      assert.equal(await store.create(purseOf({ owner, scope: 'team', childTeamId: team })), true);
      assert.equal((await store.openPurse(owner, undefined))?.id, own.id);
      assert.equal(await store.close(owner, own.id), true);
      assert.equal(await store.close(owner, own.id), false);
      assert.equal(await store.close(randomUUID(), own.id), false);
      assert.equal(await store.openPurse(owner, undefined), undefined);
      assert.equal(await store.create(purseOf({ owner, label: 'the next' })), true);
      assert.equal((await store.openPurse(owner, undefined))?.label, 'the next');
    });

    it('lists the latest thousand of those that ended a while ago', async () => {
      let now = Date.now();
      await using processes = await open(() => now);
      const [store] = processes.alive;
      assert.ok(store);
      const owner = randomUUID();
      const endedAfter = async (ms: number) => {
        const purse = purseOf({ owner, scope: 'session', expiresAt: now + ms });
        await store.create(purse);
        return purse.id;
      };
      const own = purseOf({ owner });
      await store.create(own);
      const oldest = await endedAfter(1);
      for (let ms = 2; ms <= 1000; ms += 1) await endedAfter(ms);
      const latest = await endedAfter(1001);
      const justEnded = await endedAfter(60_000);
      const held = drawOf({ sessionPurse: justEnded });
      assert.deepEqual(await granted(store, owner, [held]), [1]);
      now += 10 * 60_000 + 2000;
      const next = await endedAfter(1);
      await settle(store, owner, { reservation: held.id, spent: 1, uncertain: 0 });
      assert.equal((await store.purses(owner, 5000)).length, 1003);
      assert.equal(await store.purse(owner, oldest), undefined);
      // Their receipts go with them.
      assert.deepEqual(processes.gone, [oldest]);
      for (const id of [own.id, latest, next]) assert.ok(await store.purse(owner, id));
      assert.equal((await store.purse(owner, justEnded))?.spent, 1);
    });

    it('keeps the sums of others where a payment outlives its purse', async () => {
      let now = Date.now();
      await using processes = await open(() => now);
      const [store] = processes.alive;
      assert.ok(store);
      const owner = randomUUID();
      const own = purseOf({ owner });
      await store.create(own);
      const session = purseOf({ owner, scope: 'session', expiresAt: now + 1000 });
      await store.create(session);
      const held = drawOf({ sessionPurse: session.id });
      assert.deepEqual(await granted(store, owner, [held]), [1]);
      now += 8 * 86_400_000;
      // Which deletes those that ended a week ago.
      await store.create(purseOf({ owner, scope: 'session', expiresAt: now + 1000 }));
      await settle(store, owner, { reservation: held.id, spent: 1, uncertain: 0 });
      const [entry] = await store.entries(owner, own.id);
      assert.deepEqual([entry?.spent, entry?.payments], [1, 1]);
      assert.equal((await store.purse(owner, own.id))?.spent, 1);
    });

    it('keeps amounts exact up to the largest safe integer', async () => {
      await using processes = await open(Date.now);
      const [store] = processes.alive;
      assert.ok(store);
      const owner = randomUUID();
      await store.create(purseOf({ owner, total: Number.MAX_SAFE_INTEGER }));
      const credits = Number.MAX_SAFE_INTEGER - 1;
      const draw = drawOf({ credits });
      assert.deepEqual(await granted(store, owner, [draw]), [credits]);
      await settle(store, owner, { reservation: draw.id, spent: credits, uncertain: 0 });
      const [purse] = await store.purses(owner, 1);
      assert.deepEqual([purse?.spent, purse?.held, purse && leftIn(purse)], [credits, 0, 1]);
    });

    it('tells whoever listens, wherever the change was made', async () => {
      await using processes = await open(Date.now);
      const listener = processes.alive.at(-1);
      const [changer] = processes.alive;
      assert.ok(listener && changer);
      const owner = randomUUID();
      const heard = Promise.withResolvers<void>();
      const stop = await listener.subscribe(owner, heard.resolve);
      await changer.create(purseOf({ owner }));
      await heard.promise;
      stop();
    });
  });

describe('a period', () => {
  const at = (time: string) => Date.parse(time);
  for (const [period, now, start] of [
    ['none', '2026-05-17T11:00:00Z', '1970-01-01T00:00:00Z'],
    ['day', '2026-05-17T23:59:59.999Z', '2026-05-17T00:00:00Z'],
    ['month', '2026-05-17T11:00:00Z', '2026-05-01T00:00:00Z'],
    ['allowance-17', '2026-05-17T00:00:00Z', '2026-05-17T00:00:00Z'],
    ['allowance-18', '2026-05-17T23:59:59Z', '2026-04-18T00:00:00Z'],
    ['allowance-31', '2026-03-01T00:00:00Z', '2026-02-28T00:00:00Z'],
    ['allowance-31', '2026-01-30T00:00:00Z', '2025-12-31T00:00:00Z'],
  ] as const)
    it(`${period} that holds ${now} began at ${start}`, () => {
      assert.equal(periodStart(period, at(now)), at(start));
    });
});
