import { type Readable, Transform } from 'node:stream';
import { refusedMessage, revisionIn, usualMessage } from './messages.ts';

/**
 * The lines of a client, as the protocol has them: a batch as its messages, nulls left out.
 *
 * @param answer answers a line that is not dispatched
 */
export function usualLines(input: Readable, answer: (message: object) => void): Readable {
  let rest = '';
  /** As the client has asked for it. */
  let revision: string | undefined;
  const lines = new Transform({
    decodeStrings: false,
    transform(chunk: string, _encoding, done) {
      const all = (rest + chunk).split('\n');
      rest = all.pop() ?? '';
      for (const line of all)
        for (const message of messagesIn(line, revision, answer)) {
          revision = revisionIn(message) ?? revision;
          this.push(`${JSON.stringify(message)}\n`);
        }
      done();
    },
  });
  input.setEncoding('utf8');
  return input.pipe(lines);
}

function messagesIn(line: string, revision: string | undefined, answer: (message: object) => void): readonly unknown[] {
  const text = line.replace(/^\ufeff/, '').trim();
  if (text === '') return [];
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    answer({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'A line must be JSON, but is not.' } });
    return [];
  }
  const refused = refusedMessage(message, revision);
  if (refused === undefined) return [usualMessage(message)].flat();
  answer(refused);
  return [];
}
