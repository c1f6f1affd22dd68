import SchemaBuilder from '@pothos/core';
import type { Connection, Relationship, Source } from '../../contract/record/relationship.ts';
import type { MappingTask } from '../mapping/task.ts';
import type { MappingTasks } from '../mapping/tasks.ts';
import type { OperationContext } from '../operation/context.ts';
import type { Scope } from '../operation/scope.ts';
import type { CompanyReference } from './company/company-reference.ts';
import { factsPlugin } from './facts-plugin.ts';
import type { ProfileReference } from './profile/profile-reference.ts';
import type { ConnectionNode } from './relationship/connection-node.ts';

/** GraphQL context value: the operation, and through it who asks, and the mapping tasks. */
export interface GraphContext extends OperationContext {
  readonly tasks: MappingTasks;
}

/** A payload of the contract that remembers the scope it came from, so that links from it stay in that scope. */
export interface Scoped<Value> {
  readonly scope: Scope;
  readonly value: Value;
}

interface PassThrough<Input> {
  readonly Input: Input;
  /** Unknown, since what an upstream sent goes out as it came. */
  readonly Output: unknown;
}

interface Types {
  Context: GraphContext;
  Scalars: {
    String: PassThrough<string>;
    Boolean: PassThrough<boolean>;
    Int: PassThrough<number>;
    Float: PassThrough<number>;
    ID: PassThrough<string>;
    UUID: PassThrough<string>;
    Date: PassThrough<string>;
    DateTime: PassThrough<string>;
    SafeInt: PassThrough<number>;
    JSON: PassThrough<unknown>;
    _Any: PassThrough<unknown>;
  };
  Objects: {
    Profile: ProfileReference;
    Company: CompanyReference;
    Team: Scope;
    Relationship: Scoped<Relationship>;
    Connection: ConnectionNode;
    Connector: Scoped<Connection>;
    MappingTask: MappingTask;
  };
  Interfaces: {
    ConnectionSource: Scoped<Source>;
  };
}

export type Builder = ReturnType<typeof newBuilder>;

/** A schema builder of its own for each schema, so that nothing acts on import. */
export const newBuilder = () => new SchemaBuilder<Types>({ plugins: [factsPlugin] });
