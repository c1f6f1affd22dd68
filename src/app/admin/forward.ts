import { request } from 'undici';
import { adminPath } from '../../graph/features/administration/exchange.ts';
import type { Seal } from '../../graph/state/seal/seal.ts';
import { CommandFailure } from '../command-failure.ts';
import { nonceIn, sendSealed } from '../graph-channel.ts';
import type { CommandContext } from './command.ts';
import type { CommandName } from './commands.ts';
import { parseAdminMessage } from './message.ts';

/** The service that has the store open. */
export interface Owner {
  readonly url: string;
  /** Sealed with the secret that it must know, too. */
  readonly seal: Seal;
}

/** No timeouts: a command can be silent for a long time. */
const unlimited = { headersTimeout: 0, bodyTimeout: 0 };

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
  const options = { ...unlimited, ...(signal && { signal }) };
  const { statusCode: status, body } = await request(owner.url + adminPath, options).catch(brokeOff);
  const nonce = nonceIn(await body.text().catch(brokeOff));
  if (nonce === undefined) throw refused(status);
  const asked = { method: 'POST', path: `/${name}`, body: JSON.stringify(argument) } as const;
  const { exchange, answering } = sendSealed(owner.url, owner.seal, nonce, asked, options);
  const answer = await answering.catch(brokeOff);
  if (answer.statusCode !== 200) throw refused(answer.statusCode);
  const lines = linesOf(answer.body);
  for (let number = 0; ; number += 1) {
    const { value: sealed, done } = await lines.next().catch(brokeOff);
    if (done) return brokeOff();
    const line = exchange.openLine(number, sealed);
    if (line === undefined) throw refused(answer.statusCode);
    const message = parseAdminMessage(line);
    if (message.kind === 'line') context.stdout(message.line);
    if (message.kind === 'progress') context.onProgress(message.progress);
    if (message.kind === 'failed') throw new CommandFailure(message.sentence, message.exitCode);
    if (message.kind === 'done') return;
  }
};

const refused = (status: number): CommandFailure =>
  new CommandFailure(
    `The service that has this data directory open refused the command (${status}): run it with the KITH_SECRET of that service.`,
  );

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
