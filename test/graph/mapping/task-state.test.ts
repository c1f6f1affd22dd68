import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TaskEvent } from '../../../src/graph/mapping/event.ts';
import { isFinal, rankOf } from '../../../src/graph/mapping/status.ts';
import type { Observation } from '../../../src/graph/mapping/store/task-store.ts';
import { TaskFeed, type TaskSubscriber } from '../../../src/graph/mapping/task-feed.ts';
import { initialState, isOver, reduce, type TaskInput, type TaskState } from '../../../src/graph/mapping/task-state.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 1);
const numRuns = Number(process.env.KITH_PROPERTY_RUNS ?? 2000);

const limits = { unknownMs: 60_000, limitMs: 3_600_000 };
const start = Date.parse('2026-01-05T09:00:00.000Z');
const iso = (at: number): string => new Date(at).toISOString();
const observed = (...statuses: readonly string[]): TaskInput => ({
  kind: 'observed',
  log: statuses.map((status) => ({ status, observedAt: iso(start) })),
});

/** A state that these inputs lead to. */
const after = (...inputs: readonly TaskInput[]): TaskState =>
  inputs.reduce((state, input) => reduce(state, input, limits).state, initialState);

const confirmed: TaskInput = { kind: 'confirmed', at: start };
const unavailable: TaskInput = { kind: 'unavailable', since: iso(start), at: start };
const states: Readonly<Record<string, TaskState>> = {
  opening: after(observed('NotMapped')),
  open: after(observed('NotMapped'), confirmed),
  'open and stale': after(observed('NotMapped'), confirmed, unavailable),
  ended: after(observed('Mapped'), confirmed),
  abandoned: after(observed('NotMapped'), { kind: 'confirmed', at: start + limits.limitMs }),
};

/** The rows of the README's table: state, input, next phase, what is told. */
const rows: readonly (readonly [string, TaskInput, TaskState['phase'], readonly string[]])[] = [
  ['opening', observed('NotMapped', 'Mapped'), 'opening', []],
  ['opening', unavailable, 'opening', []],
  ['opening', confirmed, 'open', []],
  ['opening', { kind: 'confirmed', at: start + limits.limitMs }, 'abandoned', ['END TIMED_OUT']],
  ['open', observed('NotMapped', 'MappingInProgress'), 'open', ['STATUS']],
  ['open', observed('NotMapped', 'MappingInProgress', 'Mapped'), 'ended', ['STATUS', 'STATUS MAPPED']],
  ['open', observed('Unknown'), 'open', []],
  ['open', { kind: 'answered', status: 'NotMapped', at: start }, 'open', []],
  ['open', unavailable, 'open', ['TROUBLE']],
  ['open', { kind: 'available', at: start }, 'open', []],
  ['open', { kind: 'confirmed', at: start + limits.limitMs }, 'abandoned', ['END TIMED_OUT']],
  ['open and stale', unavailable, 'open', []],
  ['open and stale', { kind: 'available', at: start }, 'open', ['RECOVERY']],
  ['open and stale', { kind: 'answered', status: 'NotMapped', at: start }, 'open', ['RECOVERY']],
  ['open and stale', observed('NotMapped', 'MappingFailed'), 'ended', ['STATUS MAPPING_FAILED']],
  ['ended', observed('MappingFailed'), 'ended', []],
  ['ended', unavailable, 'ended', []],
  ['abandoned', observed('Mapped'), 'abandoned', []],
  ['abandoned', confirmed, 'abandoned', []],
];

/** A subscriber that notes what it is told. */
class Listener implements TaskSubscriber {
  readonly after: number | undefined;
  readonly events: TaskEvent[] = [];
  completed = false;

  constructor(after: number | undefined) {
    this.after = after;
  }

  push(event: TaskEvent): void {
    assert.ok(!this.isOver, 'told something after the end');
    this.events.push(event);
  }

  complete(): void {
    assert.ok(!this.isOver, 'completed after the end');
    this.completed = true;
  }

  fail(error: Error): void {
    throw error;
  }

  get isOver(): boolean {
    return this.completed || this.events.at(-1)?.end !== undefined;
  }

  get statuses(): readonly (string | undefined)[] {
    return this.events.filter(({ kind }) => kind === 'STATUS').map(({ status }) => status);
  }
}

describe('the state of a task', () => {
  for (const [name, input, phase, told] of rows)
    it(`${name}, goes to ${phase} at ${JSON.stringify(input)}, and tells ${told.join(', ') || 'nothing'}`, () => {
      const from = states[name];
      assert.ok(from);
      const { state, events } = reduce(from, input, limits);
      assert.equal(state.phase, phase);
      assert.deepEqual(
        events.map(({ kind, end }) => (end ? `${kind} ${end}` : kind)),
        told,
      );
    });

  it('is given up when the upstream has not known the task for too long, and not before', () => {
    const unknown = (at: number): TaskInput => ({ kind: 'answered', status: 'Unknown', at });
    const at = (ms: number): TaskInput => ({ kind: 'confirmed', at: start + ms });
    const inputs = [observed('Unknown'), unknown(start), unknown(start + 30_000)];
    assert.equal(after(...inputs, at(limits.unknownMs - 1)).phase, 'open');
    assert.equal(after(...inputs, at(limits.unknownMs)).phase, 'abandoned');
    const known: TaskInput = { kind: 'answered', status: 'NotMapped', at: start + 30_000 };
    assert.equal(after(...inputs, known, unknown(start + 40_000), at(limits.unknownMs)).phase, 'open');
  });
});

const status = fc.constantFrom('Unknown', 'NotMapped', 'MappingInProgress', 'Queued', 'Mapped', 'MappingFailed');

/** One step: something happens to the task, a store's log is read again in part, or a subscriber comes. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('polled' as const), status, passedMs: fc.nat(20_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reread' as const), length: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('troubled' as const), passedMs: fc.nat(20_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recovered' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('joined' as const), after: fc.option(status, { nil: undefined }) }),
  },
);

describe('subscribers of a task', () => {
  it('have no gap, no repetition and the true end, whatever happens in whatever order', (context) => {
    context.diagnostic(`seed ${seed}, ${numRuns} orders; KITH_PROPERTY_SEED and KITH_PROPERTY_RUNS change them`);
    const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = start;
      let left = 0;
      const log: Observation[] = [];
      const feed = new TaskFeed({ limits, now: () => now, onLeave: () => (left += 1) });
      const listeners: Listener[] = [];
      for (const one of steps) {
        if (one.kind === 'joined') {
          if (isOver(feed.state) && feed.state.phase !== 'ended') continue;
          const listener = new Listener(one.after === undefined ? undefined : rankOf(one.after));
          listeners.push(listener);
          feed.add(listener);
        } else if (one.kind === 'reread') {
          feed.dispatch({ kind: 'observed', log: log.slice(0, one.length) });
        } else if (one.kind === 'recovered') {
          feed.dispatch({ kind: 'available', at: now });
        } else if (one.kind === 'troubled') {
          now += one.passedMs;
          feed.dispatch({ kind: 'unavailable', since: iso(now), at: now });
          feed.dispatch({ kind: 'confirmed', at: now });
        } else {
          now += one.passedMs;
          feed.dispatch({ kind: 'answered', status: one.status, at: now });
          const last = log.at(-1);
          if (!last || rankOf(one.status) > rankOf(last.status)) log.push({ status: one.status, observedAt: iso(now) });
          feed.dispatch({ kind: 'observed', log });
          feed.dispatch({ kind: 'confirmed', at: now });
        }
      }
      const { phase, log: known } = feed.state;
      const order = known.map((event) => event.status);
      assert.equal(left, listeners.filter((listener) => listener.isOver).length);
      for (const listener of listeners) {
        const { statuses } = listener;
        // What it began with is in the one order; from there on it has everything, once.
        const begin = statuses.length === 0 ? order.length : order.indexOf(`${statuses[0]}`);
        assert.deepEqual(statuses, order.slice(begin));
        if (listener.after !== undefined)
          assert.deepEqual(
            statuses,
            order.filter((seen) => phase !== 'opening' && rankOf(seen) > (listener.after ?? 0)),
          );
        else if (phase !== 'opening' && order.length > 0) assert.ok(statuses.length > 0);
        assert.equal(listener.isOver, isOver(feed.state));
        const end = listener.events.at(-1)?.end;
        if (phase === 'ended' && !listener.completed) assert.ok(isFinal(statuses.at(-1)) && end !== undefined);
        if (phase === 'abandoned') assert.ok(end === 'UNKNOWN_TASK' || end === 'TIMED_OUT');
        const troubles = listener.events.filter(({ kind }) => kind === 'TROUBLE' || kind === 'RECOVERY');
        for (const [number, { kind }] of troubles.entries()) assert.equal(kind, number % 2 ? 'RECOVERY' : 'TROUBLE');
      }
    });
    // A failure names the seed and the shortest counterexample.
    fc.assert(property, { seed, numRuns });
  });
});
