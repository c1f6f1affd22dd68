import type { FastifyInstance } from 'fastify';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Call } from '../client/client.ts';
import type { OpenShared } from './cache/shared-cache.ts';
import type { ResolvedOptions } from './graph-options.ts';
import type { Commands, HttpServices } from './http/http-services.ts';
import type { Pages } from './http/pages.ts';
import type { Cap } from './http/request-context.ts';
import type { Documents } from './operation/documents.ts';
import type { Hints } from './operation/hints.ts';
import type { OperationHooks } from './operation/hooks.ts';
import type { OperationObserver } from './operation/operation-observer.ts';
import type { Services } from './services.ts';
import type { PersonalKind } from './state/people/personal-data.ts';
import type { Session } from './state/sessions/session.ts';
import type { StoredFamily } from './state/state-adapter.ts';

/**
 * A removable capability: a folder, and one line in `features/index.ts`.
 *
 * @example
 * export const lists: Feature = {
 *   name: 'lists',
 *   needs: [introductions],
 *   fields: () => import('./target-list-mutations.ts'),
 *   stored: [{ family: 'target-lists', identifying: 'ref', sealed: true }],
 *   open: ({ state, seal }) => ({ apis: [new TargetListStore(state, () => seal.clock.now())] }),
 * };
 */
export interface Feature {
  readonly name: string;
  /** Features that are opened before it and whose files it may import; without them, it is left out. */
  readonly needs?: readonly Feature[];
  /** Imports the module that declares its types and fields; not called by commands that need no schema. */
  readonly fields?: () => Promise<unknown>;
  /** Imports what adds fields to the whole schema, once all features have declared theirs. */
  readonly extend?: () => Promise<(declared: GraphQLSchema) => GraphQLSchema>;
  /** Members of a session that only this feature enforces: without it, sessions that have one are refused. */
  readonly claims?: readonly (keyof Session)[];
  /** The partitions that it stores. A purge of everything removes partitions that no feature declares. */
  readonly stored?: readonly StoredFamily[];
  readonly personal?: PersonalKind;
  /** Opens a cache of paid records that several graphs share, or that outlives the process. */
  readonly records?: OpenShared;
  /** Wraps each upstream call that is sent, to measure it. */
  readonly measured?: (options: ResolvedOptions) => ((call: Call) => Call) | undefined;
  readonly open?: (services: Services, options: ResolvedOptions) => Promise<Opened> | Opened;
}

/** A feature of a running graph. */
export interface Opened extends OperationHooks {
  /** Objects that other features find by class in `services.apis`. */
  readonly apis?: readonly object[];
  /** Limits the credits that an operation of a session may spend. */
  readonly cap?: Cap;
  readonly hints?: Hints;
  readonly documents?: Documents;
  readonly observer?: OperationObserver;
  readonly pages?: Pages;
  readonly routes?: (app: FastifyInstance, http: HttpServices) => void;
  /** Paths that are answered while the graph sheds load. */
  readonly unshed?: readonly string[];
  readonly admin?: Commands;
  /** Seals all its stored values again with the current secret; resolves with their number. */
  readonly sealAnew?: () => Promise<number>;
  /** Ends the connections that it keeps open, before anything else stops: clients reconnect, to another instance. */
  disconnect?(drainMs: number): Promise<void>;
  /** Stops feeds and timers, before the HTTP server closes. */
  stop?(reason: GraphQLError): Promise<void> | void;
  /** Writes what the last operations left to be written, after the last call and before the stores close. */
  close?(): Promise<void>;
}
