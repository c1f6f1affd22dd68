import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { refusedWhole } from './refused-key.ts';

/** How long the head of a stream waits for its first event, in milliseconds; proxies wait far longer. */
const mostWait = 1_000;

/**
 * Answers a subscription whose key the upstream refuses with 401 in place of a stream that holds nothing but the error.
 * The head is held back until the first event, which comes with the upstream's first answer, for a second at most.
 */
export const useRefusedStreams = (): Plugin => ({
  async onExecutionResult({ result, setResult }) {
    if (!isAsyncIterable<ExecutionResult>(result)) {
      // Its source was refused before there was a stream.
      const refused = result && !(Symbol.asyncIterator in result) ? refusedWhole(result) : undefined;
      if (refused) setResult(refused);
      return;
    }
    const iterator = result[Symbol.asyncIterator]();
    const first = iterator.next();
    const waiting = new AbortController();
    const early = await Promise.race([
      first.catch(() => undefined),
      wait(mostWait, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
    const refused = early && !early.done ? refusedWhole(early.value) : undefined;
    if (refused) await iterator.return?.();
    setResult(refused ?? resumed(iterator, first));
  },
});

/** The iterator, whose first result is already asked for. */
function resumed<Value>(
  iterator: AsyncIterator<Value>,
  first: Promise<IteratorResult<Value>>,
): AsyncIterableIterator<Value> {
  let pending: Promise<IteratorResult<Value>> | undefined = first;
  return {
    next() {
      const next = pending ?? iterator.next();
      pending = undefined;
      return next;
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
