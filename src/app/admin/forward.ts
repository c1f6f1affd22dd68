import { request } from 'undici';
import { CommandFailure } from '../command-failure.ts';
import type { CommandContext } from './command.ts';
import type { CommandName } from './commands.ts';
import { parseAdminMessage } from './message.ts';

/** The service that has the store open. */
export interface Owner {
  readonly url: string;
  readonly secret: string;
}

/**
 * Runs a command in the service that has the store open.
 *
 * @throws {CommandFailure} if the service refuses it, the command fails, or the service ends before it answers
 */
export const forward = async (
  owner: Owner,
  context: Omit<CommandContext, 'store' | 'cluster'>,
  name: CommandName,
  argument: unknown,
): Promise<void> => {
  const { signal } = context;
  const brokeOff = (): never => (signal?.aborted ? leftEarly() : wentAway());
  const answer = await ask(owner, name, argument, signal).catch(brokeOff);
  if (answer.statusCode !== 200) {
    throw new CommandFailure(
      `The service that has this data directory open refused the command (${answer.statusCode}).`,
    );
  }
  const lines = linesOf(answer.body);
  for (;;) {
    const { value: line, done } = await lines.next().catch(brokeOff);
    if (done) return brokeOff();
    const message = parseAdminMessage(line);
    if (message.kind === 'line') context.stdout(message.line);
    if (message.kind === 'progress') context.onProgress(message.progress);
    if (message.kind === 'failed') throw new CommandFailure(message.sentence, message.exitCode);
    if (message.kind === 'done') return;
  }
};

const ask = (owner: Owner, name: CommandName, argument: unknown, signal: AbortSignal | undefined) =>
  request(new URL(name, `${owner.url}/`), {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(argument),
    ...(signal && { signal }),
    // No timeouts: a command can be silent for a long time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

/** Yields the lines of a body as they arrive; rejects if the connection breaks. */
async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const [...lines] = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}

/** Needs no message to the service, which notices the closed connection. */
const leftEarly = (): never => {
  throw new CommandFailure(
    'Stopped. The service that has this data directory open ends an import after its current batch (run the same command ' +
      'again), and completes other commands.',
  );
};

const wentAway = (): never => {
  throw new CommandFailure(
    'The service that has this data directory open stopped before the command was done: see its log, and run ' +
      'the command again once it answers.',
  );
};
