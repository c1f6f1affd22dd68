import diagnostics from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { operations } from '../../../src/contract/operation/all.ts';
import type { RecordedCall, Recorder } from './recorder.ts';

/** How often each operation of the interface was called in one round. */
export type Round = Readonly<Record<string, number>>;

interface HeldAnswer {
  readonly call: RecordedCall;
  release(): void;
}

/** The part of an undici request that its diagnostics channels publish. */
interface PublishedRequest {
  readonly request: { readonly origin?: unknown };
}

/**
 * Runs something that calls the upstream, round by round: every answer is held until the graph can do nothing more
 * without one; those held by then are one round, and are delivered one after the other.
 *
 * That the graph can do no more is counted, not timed. undici publishes each request that the graph sends and each
 * answer that it has read; once every request that is not answered is held here, nothing is on the wire, and once no
 * immediate is pending either, nothing but an answer can wake the graph, which runs in this process.
 */
export async function inRounds<Result>(
  upstream: Recorder,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly rounds: readonly Round[] }> {
  const held: HeldAnswer[] = [];
  const progress = new EventEmitter();
  let unanswered = 0;
  let isOver = false;

  upstream.gate = (call) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push({ call, release: resolve });
    progress.emit('progress');
    return promise;
  };
  const isOurs = (message: unknown): boolean => (message as PublishedRequest).request.origin === upstream.url;
  const sent = (message: unknown): void => {
    if (isOurs(message)) unanswered += 1;
  };
  const answered = (message: unknown): void => {
    if (isOurs(message)) unanswered -= 1;
  };
  diagnostics.subscribe('undici:request:create', sent);
  diagnostics.subscribe('undici:request:trailers', answered);
  diagnostics.subscribe('undici:request:error', answered);

  const idle = async (): Promise<void> => {
    do await setImmediate();
    while (unanswered !== held.length || process.getActiveResourcesInfo().includes('Immediate'));
  };

  try {
    const running = run().finally(() => {
      isOver = true;
      progress.emit('progress');
    });
    // It is awaited below; a failure meanwhile is nobody's yet.
    running.catch(() => undefined);
    const rounds: Round[] = [];
    for (;;) {
      while (held.length === 0 && !isOver) await once(progress, 'progress');
      await idle();
      if (held.length === 0) break;
      // Which of two requests arrives first is the kernel's to decide.
      const round = held.toSorted((one, other) => (orderOf(one.call) < orderOf(other.call) ? -1 : 1));
      rounds.push(countByOperation(round));
      for (const answer of round) {
        held.splice(held.indexOf(answer), 1);
        answer.release();
        await idle();
      }
    }
    return { result: await running, rounds };
  } finally {
    upstream.gate = undefined;
    for (const { release } of held) release();
    diagnostics.unsubscribe('undici:request:create', sent);
    diagnostics.unsubscribe('undici:request:trailers', answered);
    diagnostics.unsubscribe('undici:request:error', answered);
  }
}

const orderOf = ({ path, childTeam, body }: RecordedCall): string => JSON.stringify([path, childTeam ?? '', body]);

function countByOperation(round: readonly HeldAnswer[]): Round {
  const counts = new Map<string, number>();
  for (const { call } of round) {
    const [path] = call.path.split('?');
    const name = operations.find((one) => one.method === call.method && one.path === path)?.name ?? call.path;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted());
}
