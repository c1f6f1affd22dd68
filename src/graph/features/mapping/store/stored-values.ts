import Type from 'typebox';
import { parseJson } from '../../../../contract/json.ts';
import { type NetworkMapped, NetworkMapperRequest } from '../../../../contract/operation/network-mapper.ts';
import { check } from '../../../validate.ts';
import type { Intent, Observation, StartedTask, TaskKey, TaskMessage } from './task.ts';

/** Stored values are validated when read, since another version may have written them. */
const ObservationShape = Type.Object({ status: Type.String(), observedAt: Type.String() });

const StartedTaskShape = Type.Object({
  owner: Type.String(),
  taskId: Type.String(),
  // Not strict: a later version may have stored more properties.
  request: Type.Optional(Type.Object(NetworkMapperRequest.properties)),
  companyWebsite: Type.Optional(Type.String()),
  result: Type.Optional(Type.String()),
  callback: Type.Optional(Type.String()),
  startedAt: Type.String(),
});

const TaskKeyShape = Type.Object({ owner: Type.String(), taskId: Type.String() });

export function readTaskKey(text: unknown): TaskKey | undefined {
  const value = parsed(text);
  return check(TaskKeyShape, value) ? { owner: value.owner, taskId: value.taskId } : undefined;
}

const IntentShape = Type.Object({ key: Type.String(), callback: Type.Optional(Type.String()) });

export function readStartedTask(text: unknown): StartedTask | undefined {
  const value = parsed(text);
  return check(StartedTaskShape, value) ? value : undefined;
}

export function readIntent(text: unknown): Intent | undefined {
  const value = parsed(text);
  return check(IntentShape, value) ? value : undefined;
}

const Observations = Type.Array(ObservationShape);

const MessageShape = Type.Union([
  Type.Object({ kind: Type.Literal('observed'), log: Observations }),
  Type.Object({ kind: Type.Literal('hint') }),
  Type.Object({ kind: Type.Literal('trouble'), since: Type.Union([Type.String(), Type.Null()]) }),
]);

export function readMessage(text: string): TaskMessage | undefined {
  const value = parsed(text);
  return check(MessageShape, value) ? value : undefined;
}

/** A task's log; empty if it is missing or invalid. */
export function readObservations(text: unknown): readonly Observation[] {
  const value = parsed(text);
  return check(Observations, value) ? value : [];
}

/** Undefined if it is not a string of JSON. */
const parsed = (text: unknown): unknown => (typeof text === 'string' ? parseJson(text) : undefined);

/** Items are not validated: an unexpected upstream value must not lose a paid result. */
const ResultShape = Type.Object({
  items: Type.Unsafe<NetworkMapped['items']>(Type.Array(Type.Unknown())),
  count: Type.Number(),
  total_count: Type.Number(),
});

export function readResult(text: unknown): NetworkMapped | undefined {
  const value = parsed(text);
  return check(ResultShape, value) ? value : undefined;
}
