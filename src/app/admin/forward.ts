import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { CommandFailure } from '../command-failure.ts';
import type { Desk } from './command.ts';
import type { CommandName } from './commands.ts';
import { parseAdminMessage } from './message.ts';

/** The service that has the store open. */
export interface Owner {
  readonly url: string;
  readonly secret: string;
}

/** Has a command carried out by the service that has the store open. */
export const forward = async (
  owner: Owner,
  desk: Omit<Desk, 'store'>,
  name: CommandName,
  argument: unknown,
): Promise<void> => {
  const answer = await request(new URL(name, `${owner.url}/`), {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(argument),
    // A long command says nothing for long.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  if (answer.statusCode !== 200) {
    throw new CommandFailure(
      `The service that has this data directory open refused the command (${answer.statusCode}).`,
    );
  }
  for await (const line of createInterface({ input: Readable.from(answer.body) })) {
    const message = parseAdminMessage(line);
    if (message.kind === 'line') desk.say(message.line);
    if (message.kind === 'progress') desk.onProgress(message.progress);
    if (message.kind === 'failed') throw new CommandFailure(message.sentence);
    if (message.kind === 'done') return;
  }
  throw new CommandFailure('The service that has this data directory open went away before the command was done.');
};
