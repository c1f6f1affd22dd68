import { createHash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { rankAfter } from '../../mapping/event-id.ts';
import type { TaskPollers } from '../../mapping/task-pollers.ts';
import type { OperationLimits } from '../../operation/operation-limits.ts';
import type { PreparedOperations } from '../../operation/prepare.ts';
import type { GraphContext } from '../../schema/builder.ts';
import type { OperationObserver } from '../measure/operation-observer.ts';
import type { Caller } from '../request-context.ts';
import type { Connection } from './connection.ts';
import { EventSerializer } from './event-serializer.ts';
import { sharedAsk } from './shareable-operation.ts';
import { SharedSubscriber, type SharedSubscription } from './shared-subscriber.ts';

/** What a client asks for in a `subscribe` message. */
export interface SubscribeParams {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Options {
  readonly operations: PreparedOperations;
  readonly limits: OperationLimits;
  readonly pollers: TaskPollers;
  readonly newContext: (caller: Caller) => GraphContext;
  readonly maskError: (error: unknown) => GraphQLError;
  readonly onError: SharedSubscription['onError'];
  readonly observer: OperationObserver | undefined;
  readonly onTaken?: SharedSubscription['onTaken'];
}

/** The most characters of an operation and its variables that is shared; those who follow tasks write a few hundred. */
const longestShared = 8 * 1024;

/**
 * Subscriptions to tasks that select nothing but the event's own fields: however many sockets subscribe to a task, each of
 * its events is executed and written once for each operation, and no subscriber costs more than its place in a list.
 */
export class SharedSubscriptions {
  readonly #options: Options;
  /** By a digest of API key, operation and variables; each goes with its last subscriber. */
  readonly #subscriptions = new Map<string, SharedSubscription>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** How many subscriptions have subscribers now. */
  get size(): number {
    return this.#subscriptions.size;
  }

  /** Subscribes; false where it has to be done the usual way. */
  subscribe(connection: Connection, id: string, params: SubscribeParams, caller: Caller): boolean {
    const { operations, limits, pollers, newContext, observer } = this.#options;
    const { apiKey } = caller;
    if (apiKey === undefined || params.query.length > longestShared) return false;
    const prepared = operations.operation(params.query, params.operationName);
    const admitted = prepared?.shareable && limits.admit(prepared, params.variables, caller);
    const ask = admitted && !('error' in admitted) ? sharedAsk(admitted) : undefined;
    if (!ask) return false;
    const { variables } = ask.admitted;
    const sent = JSON.stringify(variables);
    if (params.query.length + sent.length > longestShared) return false;
    // Each caller's own terms are judged, whoever told of the task first.
    const contextValue = contextOrNothing(() => newContext(caller));
    if (!contextValue) return false;
    // Events belong to one key, and so does their serializer: it keeps no key but its subscribers' own.
    const name = digest(JSON.stringify([apiKey, ask.admitted.prepared.id, sent]));
    const subscription = this.#subscription(name, () => {
      // Nothing is loaded for these fields, so that every event can do with one operation.
      const { operation } = contextValue;
      return new EventSerializer(ask.admitted, { ...contextValue, fresh: () => operation });
    });
    const subscriber = new SharedSubscriber(connection, id, rankAfter(ask.taskId, ask.after), subscription);
    if (observer) {
      const began = performance.now();
      const { admitted } = ask;
      const { prepared } = admitted;
      const { header } = caller;
      subscriber.onEnded = () => observer.ended({ began, prepared, admitted, header, result: {}, part: 'stream' });
    }
    try {
      // The place is taken first, since a task that has ended is told of at once.
      subscriber.join();
      subscriber.poller = pollers.subscribe(ask.taskId, { apiKey }, subscriber);
    } catch (error) {
      subscriber.fail(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  }

  #subscription(name: string, newSerializer: () => EventSerializer): SharedSubscription {
    const { maskError, onError, onTaken } = this.#options;
    const known = this.#subscriptions.get(name);
    if (known) return known;
    const onIdle = (): void => {
      this.#subscriptions.delete(name);
    };
    const subscription = {
      subscribers: new Set<SharedSubscriber>(),
      onIdle,
      serializer: newSerializer(),
      maskError,
      onError,
      onTaken,
    };
    this.#subscriptions.set(name, subscription);
    return subscription;
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Undefined for a caller whose parameters are wrong: the usual way then says so. */
function contextOrNothing(make: () => GraphContext): GraphContext | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
