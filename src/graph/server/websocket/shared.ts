import type { GraphQLError, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphContext } from '../../builder.ts';
import { rankAfter, type TaskWatchers } from '../../network-map/watchers.ts';
import type { Caller } from '../context.ts';
import type { Connection } from './connection.ts';
import { Rendering } from './rendering.ts';
import { type Shareable, shareable, sharedAsk } from './shareable.ts';
import { SharedFollower, type Telling } from './shared-follower.ts';

/** What a client asks for in a `subscribe` message. */
export interface Asked {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Options {
  readonly schema: GraphQLSchema;
  readonly watchers: TaskWatchers;
  /** Parses and validates as any other operation; undefined where that fails. */
  readonly prepare: (asked: Asked, caller: Caller) => Shareable['document'] | undefined;
  readonly newContext: (caller: Caller) => GraphContext;
  readonly maskError: (error: unknown) => GraphQLError;
  readonly onError: Telling['onError'];
}

const mostOperations = 500;

const mostTellings = 20_000;

/**
 * Subscriptions to tasks that select nothing but the event's own fields: however many sockets follow a task, each of
 * its events is executed and written once for each operation, and no subscriber costs more than its place in a list.
 */
export class SharedSubscriptions {
  readonly #options: Options;
  readonly #operations = new LRUCache<string, { readonly shareable: Shareable | undefined }>({ max: mostOperations });
  readonly #tellings = new LRUCache<string, Telling>({ max: mostTellings });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Subscribes; false where it has to be done the usual way. */
  subscribe(connection: Connection, id: string, asked: Asked, caller: Caller): boolean {
    if (caller.apiKey === undefined) return false;
    const { schema, watchers, maskError, newContext, onError } = this.#options;
    const known = this.#shareable(asked, caller);
    const ask = known && sharedAsk(schema, known, asked.variables);
    if (!ask) return false;
    const { taskId, after, variableValues } = ask;
    const { operationName } = asked;
    const { document } = known;
    const telling = this.#telling([operationName, asked.query, variableValues], () => {
      const contextValue = contextOrNothing(() => newContext(caller));
      return (
        contextValue && {
          rendering: new Rendering({ schema, document, operationName, variableValues, contextValue }),
          maskError,
          onError,
        }
      );
    });
    if (!telling) return false;
    const follower = new SharedFollower(connection, id, rankAfter(after), telling);
    try {
      // The place is taken first, since a task that has ended is told of at once.
      connection.shared = (connection.shared ?? new Map()).set(id, follower);
      follower.watcher = watchers.attach(taskId, { apiKey: caller.apiKey }, follower);
    } catch (error) {
      follower.fail(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  }

  #shareable(asked: Asked, caller: Caller): Shareable | undefined {
    const name = JSON.stringify([asked.operationName, asked.query]);
    let known = this.#operations.get(name);
    if (!known) {
      const document = this.#options.prepare(asked, caller);
      known = { shareable: document && shareable(document, asked.operationName) };
      this.#operations.set(name, known);
    }
    return known.shareable;
  }

  #telling(of: readonly unknown[], make: () => Telling | undefined): Telling | undefined {
    const name = JSON.stringify(of);
    let telling = this.#tellings.get(name);
    if (!telling) {
      telling = make();
      if (telling) this.#tellings.set(name, telling);
    }
    return telling;
  }
}

/** Undefined for a caller whose parameters are wrong: the usual way then says so. */
function contextOrNothing(make: () => GraphContext): GraphContext | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
