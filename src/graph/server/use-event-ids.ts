import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../schema/builder.ts';
import type { Streams } from './event-streams.ts';

/** What Yoga adds to the context of a request over HTTP. */
interface Requested {
  readonly request?: Request;
  readonly res?: ServerResponse;
}

/** A result that says how Yoga writes it. */
interface Written extends ExecutionResult {
  readonly stringify: (shown: unknown) => string;
}

/**
 * Gives each server-sent event the id that a client sends back as `Last-Event-ID`, when it comes again after its
 * connection was lost. Yoga writes an event's result as one line, `data: …`; the id is the next line of the same event.
 */
export const sseEventIds = (streams: Streams): Plugin<GraphContext & Requested> => ({
  onSubscribe: ({ args: { contextValue } }) => ({
    onSubscribeResult({ result }) {
      if (!isAsyncIterable(result)) return;
      if (contextValue.res) streams.add(contextValue.res, contextValue.operation.session);
      if (!contextValue.request?.headers.get('accept')?.includes('text/event-stream')) return;
      return {
        onNext({ result: event, setResult }) {
          const id = contextValue.stream.eventId;
          if (id === undefined || isAsyncIterable(event)) return;
          const numbered: Written = {
            ...event,
            stringify: (shown) => `${JSON.stringify(shown)}\nid: ${oneLine(id)}`,
          };
          setResult(numbered);
        },
      };
    },
  }),
});

/** An upstream's own word for a status must not end the line. */
const oneLine = (id: string): string => id.replaceAll(/[\r\n\0]/g, ' ');
