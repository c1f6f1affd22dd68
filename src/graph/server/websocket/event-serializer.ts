import { type DocumentNode, execute, type GraphQLSchema } from 'graphql';
import type { TaskEvent } from '../../mapping/event.ts';
import type { GraphContext } from '../../schema/builder.ts';

interface Rendered {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly contextValue: GraphContext;
}

/**
 * How one operation with its variables tells of an event. An event belongs to one task and credential, and is executed
 * and written once for all who follow it by the same operation.
 */
export class EventSerializer {
  readonly #rendered: Rendered;
  readonly #texts = new WeakMap<TaskEvent, string>();

  constructor(rendered: Rendered) {
    this.#rendered = rendered;
  }

  /** The event's result, as JSON. */
  textOf(event: TaskEvent): string {
    let text = this.#texts.get(event);
    if (text === undefined) {
      // Fields of the event itself need no call, so that the result is here at once.
      text = JSON.stringify(execute({ ...this.#rendered, rootValue: event }));
      this.#texts.set(event, text);
    }
    return text;
  }
}
