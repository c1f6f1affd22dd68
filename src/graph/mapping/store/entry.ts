import Type from 'typebox';
import Value from 'typebox/value';
import { type NetworkMapped, NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import type { Entry } from './memory-store.ts';
import type { Intent, Observation, StartedTask, TaskNews } from './task-store.ts';

/** What is read back from a file or from Redis is judged again: a crash may have cut it short, another version written it. */
const task = { owner: Type.String(), taskId: Type.String() };

const ObservationShape = Type.Object({ status: Type.String(), observedAt: Type.String() });

const StartedTaskShape = Type.Object({
  ...task,
  request: NetworkMapperRequest,
  callback: Type.Optional(Type.String()),
  startedAt: Type.String(),
});

const IntentShape = Type.Object({ key: Type.String(), callback: Type.Optional(Type.String()) });

const EntryShape = Type.Union([
  Type.Object({ kind: Type.Literal('started'), task: StartedTaskShape }),
  Type.Object({ kind: Type.Literal('observed'), task: Type.Object(task), observation: ObservationShape }),
  Type.Object({ kind: Type.Literal('intended'), name: Type.String(), intent: IntentShape, until: Type.Number() }),
  Type.Object({ kind: Type.Literal('settled'), name: Type.String() }),
]);

/** A line of the log; undefined if it is none. */
export function readEntry(line: string): Entry | undefined {
  const value = parse(line);
  return Value.Check(EntryShape, value) ? value : undefined;
}

export function readStartedTask(text: string): StartedTask | undefined {
  const value = parse(text);
  return Value.Check(StartedTaskShape, value) ? value : undefined;
}

export function readIntent(text: string): Intent | undefined {
  const value = parse(text);
  return Value.Check(IntentShape, value) ? value : undefined;
}

const NewsShape = Type.Union([
  Type.Object({ kind: Type.Literal('hint') }),
  Type.Object({ kind: Type.Literal('trouble'), since: Type.Union([Type.String(), Type.Null()]) }),
]);

export function readNews(text: string): TaskNews | undefined {
  const value = parse(text);
  return Value.Check(NewsShape, value) ? value : undefined;
}

/** A task's log; what is no observation is left out. */
export const readObservations = (texts: readonly string[]): readonly Observation[] =>
  texts.map(parse).filter((value) => Value.Check(ObservationShape, value));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The items pass as they came: an upstream's odd value must not cost a result that was paid for. */
const ResultShape = Type.Object({
  items: Type.Unsafe<NetworkMapped['items']>(Type.Array(Type.Unknown())),
  count: Type.Number(),
  total_count: Type.Number(),
});

export function readResult(text: string): NetworkMapped | undefined {
  const value = parse(text);
  return Value.Check(ResultShape, value) ? value : undefined;
}
