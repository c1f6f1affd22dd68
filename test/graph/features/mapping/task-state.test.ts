import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TaskEvent } from '../../../../src/graph/features/mapping/event.ts';
import { isFinal, rankOf } from '../../../../src/graph/features/mapping/store/status.ts';
import type { Observation } from '../../../../src/graph/features/mapping/store/task.ts';
import { TaskFeed, type TaskSubscriber } from '../../../../src/graph/features/mapping/task-feed.ts';
import {
  initialState,
  isOver,
  reduce,
  type TaskInput,
  type TaskState,
} from '../../../../src/graph/features/mapping/task-state.ts';
import { propertyRuns } from '../../../support/tier.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 1);
const numRuns = propertyRuns(2_000);

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

/** Enough to reach each row of the table from each state that can be reached. */
const inputs: readonly TaskInput[] = [
  observed(),
  observed('Unknown'),
  observed('NotMapped'),
  observed('NotMapped', 'MappingInProgress'),
  observed('NotMapped', 'MappingInProgress', 'Mapped'),
  observed('MappingFailed'),
  { kind: 'answered', status: 'Unknown', at: start },
  { kind: 'answered', status: 'Unknown', at: start + limits.limitMs },
  { kind: 'answered', status: 'NotMapped', at: start },
  { kind: 'available', at: start },
  { kind: 'unavailable', since: iso(start), at: start },
  { kind: 'unavailable', since: iso(start + 1000), at: start + 1000 },
  { kind: 'confirmed', at: start },
  { kind: 'confirmed', at: start + limits.unknownMs },
  { kind: 'confirmed', at: start + limits.limitMs },
];

interface Step {
  readonly from: TaskState;
  readonly input: TaskInput;
  readonly to: TaskState;
  readonly events: readonly TaskEvent[];
}

/** What each input does in each state that these inputs lead to. */
function allSteps(): readonly Step[] {
  const steps: Step[] = [];
  const states = new Map([['', initialState]]);
  for (const from of states.values())
    for (const input of inputs) {
      const { state: to, events } = reduce(from, input, limits);
      steps.push({ from, input, to, events });
      const key = JSON.stringify(to);
      if (!states.has(key)) states.set(key, to);
    }
  return steps;
}

/** The names of the table's columns and rows. */
const columnOf = (state: TaskState): string => (isOver(state) ? '`ended`, `abandoned`' : nameOf(state));

const nameOf = (state: TaskState): string =>
  `\`${state.phase}\`${state.staleSince !== undefined && !isOver(state) ? ', stale' : ''}`;

function rowOf({ log, unknownSince }: TaskState, input: TaskInput): string {
  const top = Math.max(-1, ...log.map((event) => rankOf(event.status)));
  switch (input.kind) {
    case 'observed': {
      const added = input.log.filter((observation) => rankOf(observation.status) > top);
      if (added.length === 0) return '`observed`: no status farther along';
      return `\`observed\`: statuses farther along, ${isFinal(added.at(-1)?.status) ? 'the last one final' : 'none final'}`;
    }
    case 'answered':
      return `\`answered\`: ${input.status === 'Unknown' ? '`Unknown`' : 'any other status'}`;
    case 'confirmed': {
      const first = log[0] && Date.parse(log[0].observedAt);
      if (isFinal(log.at(-1)?.status)) return '`confirmed`: the last status is final';
      if (unknownSince !== undefined && input.at - unknownSince >= limits.unknownMs)
        return '`confirmed`: `unknownMs` have passed since `unknownSince`';
      if (first !== undefined && input.at - first >= limits.limitMs)
        return '`confirmed`: `limitMs` have passed since the first status';
      return '`confirmed`: otherwise';
    }
    default:
      return `\`${input.kind}\``;
  }
}

/** A step as a cell of the table has it. */
function cellOf({ from, to, events }: Step): string {
  if (from.phase === to.phase && from.staleSince === to.staleSince && events.length === 0) return '–';
  const kinds = new Set(events.map(({ kind, end }) => (kind === 'END' ? `\`END\` with \`${end}\`` : `\`${kind}\``)));
  return nameOf(to) + (kinds.size > 0 ? `: ${[...kinds].join(', ')}` : '');
}

/** What changes in a step besides phase and staleness. */
function effectOf({ from, to }: Step): string {
  const effects: string[] = [];
  if (to.log !== from.log) effects.push('extends `log`');
  if (to.unknownSince !== from.unknownSince) {
    const verb = from.unknownSince === undefined ? 'sets' : to.unknownSince === undefined ? 'clears' : 'moves';
    effects.push(`${verb} \`unknownSince\``);
  }
  return effects.join(', ');
}

const [header = [], , ...rows] = readFileSync(
  join(import.meta.dirname, '../../../../src/graph/features/mapping/README.md'),
  'utf8',
)
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const columns = header.slice(1, -1);

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
  const steps = allSteps();

  for (const [row = '', ...cells] of rows) {
    const inRow = steps.filter(({ from, input }) => rowOf(from, input) === row);
    for (const [number, column] of columns.entries())
      it(`goes from ${column} at ${row} to what the README says: ${cells[number] || 'it cannot occur'}`, () => {
        const taken = inRow.filter(({ from }) => columnOf(from) === column);
        assert.deepEqual([...new Set(taken.map(cellOf))], cells[number] ? [cells[number]] : []);
      });

    it(`changes besides at ${row} what the README says: ${cells.at(-1) || 'nothing'}`, () => {
      const effects = inRow.map(effectOf).filter(Boolean);
      assert.deepEqual([...new Set(effects)], cells.at(-1) ? [cells.at(-1)] : []);
    });
  }

  it('changes in no way that the README’s table has no cell for', () => {
    const names = rows.map(([row]) => row);
    for (const { from, input } of steps) {
      assert.ok(names.includes(rowOf(from, input)), `no row ${rowOf(from, input)}`);
      assert.ok(columns.includes(columnOf(from)), `no column ${columnOf(from)}`);
    }
    assert.equal(new Set(names).size, names.length);
  });

  it('stays as it is once it is ended or abandoned', () => {
    for (const { from, to } of steps) if (isOver(from)) assert.equal(to, from);
  });

  it('emits a status for each that is new, in order, and an end where the phase is the last', () => {
    for (const { from, to, events } of steps) {
      const statuses = events.filter(({ kind }) => kind === 'STATUS');
      assert.deepEqual(statuses, from.phase === 'open' ? to.log.slice(from.log.length) : []);
      if (events.length > 0) assert.equal(events.at(-1)?.end !== undefined, isOver(to));
    }
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
      const feed = new TaskFeed({ limits, now: () => now, onUnsubscribed: () => (left += 1) });
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
