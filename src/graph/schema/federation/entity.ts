import type { GraphQLResolveInfo } from 'graphql';
import type { Company } from '../../../contract/record/company.ts';
import type { Profile } from '../../../contract/record/profile.ts';
import type { FetchedRecord, Identifier } from '../../cache/record-key.ts';
import { invalidArgument } from '../../errors.ts';

import type { RecordLoader } from '../../loaders/record-loader.ts';
import { type MappingTask, readStatus } from '../../mapping/task.ts';
import type { Operation } from '../../operation/operation.ts';
import { RecordReference } from '../../operation/record-reference.ts';
import { Scope } from '../../operation/scope.ts';
import { Failure, lookUp, NotFound } from '../record-lookup.ts';
import { type EntityName, entityKeys } from './keys.ts';

/** What a representation may stand for. */
export type Entity = RecordReference<Profile> | RecordReference<Company> | Scope | MappingTask;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds what a gateway's representation stands for, in the key's own team; null where there is no such thing. Of all
 * its fields only a key is read, and only as a name to look up: nothing in it is taken for true.
 *
 * @throws a BAD_USER_INPUT error when it names no type that has keys, or none of its keys
 */
export async function entityOf(
  representation: unknown,
  at: number,
  operation: Operation,
  info: GraphQLResolveInfo,
): Promise<Entity | null> {
  const scope = operation.scope();
  const path = `representations.${at}`;
  const { __typename: typeName, ...fields } = membersOf(representation);
  if (!isEntityName(typeName))
    throw invalidArgument(path, `must have a __typename of ${Object.keys(entityKeys).join(', ')}.`);
  const keys: readonly string[] = entityKeys[typeName];
  const key = keys.find((name) => typeof fields[name] === 'string' && fields[name] !== '');
  if (key === undefined)
    throw invalidArgument(path, `must have a ${keys.join(' or ')} that identifies the ${typeName}.`);
  const value = String(fields[key]);
  if (typeName === 'MappingTask') return taskOf(scope, value);
  if (key === 'id' && !uuid.test(value)) return null;
  if (typeName === 'Team') return operation.scope(value);
  const identifier: Identifier = { kind: key === 'id' ? 'ids' : 'xnet_names', value };
  return typeName === 'Profile'
    ? recordOf(scope, scope.profiles, identifier, info)
    : recordOf(scope, scope.companies, identifier, info);
}

/** The name of an entity's type. */
export function entityTypeName(entity: Entity): EntityName {
  if (entity instanceof RecordReference) return entity.loader.kind.typeName;
  return entity instanceof Scope ? 'Team' : 'MappingTask';
}

async function recordOf<Fetched extends FetchedRecord>(
  scope: Scope,
  loader: RecordLoader<Fetched>,
  identifier: Identifier,
  info: GraphQLResolveInfo,
): Promise<RecordReference<Fetched> | null> {
  const outcome = await lookUp(scope, loader, identifier, info);
  if (outcome instanceof NotFound) return null;
  if (outcome instanceof Failure) throw outcome.reason;
  return outcome;
}

async function taskOf(scope: Scope, id: string): Promise<MappingTask | null> {
  const task = await readStatus(scope, id);
  return task.status === 'Unknown' ? null : task;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const isEntityName = (name: unknown): name is EntityName => typeof name === 'string' && name in entityKeys;
