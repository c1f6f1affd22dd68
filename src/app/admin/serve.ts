import { timingSafeEqual } from 'node:crypto';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import type { Logger } from 'pino';
import type { Store } from '../../store/open.ts';
import type { Audit } from '../../telemetry/audit.ts';
import { CommandFailure } from '../command-failure.ts';
import { perform } from './commands.ts';
import type { AdminMessage } from './message.ts';

/** File in the data directory with the secret that callers send. */
export const adminSecretName = 'admin-secret';

export interface AdminOptions {
  readonly store: Store;
  /** The bearer token that a caller must send. */
  readonly secret: string;
  readonly log: Logger;
  readonly audit: Audit;
}

export interface Admin {
  readonly url: string;
  /** Waits for running commands. */
  close(): Promise<void>;
}

/**
 * Serves administration commands, which must run in the process that owns the embedded store: `POST /NAME` with the
 * argument as JSON, answered with one message per line. Listens on loopback only, on a free port.
 */
export const serveAdmin = async ({ store, secret, log, audit }: AdminOptions): Promise<Admin> => {
  const server = Fastify({ forceCloseConnections: true });
  const expected = Buffer.from(`Bearer ${secret}`);

  server.addHook('onRequest', async (request, reply) => {
    const shown = Buffer.from(request.headers.authorization ?? '');
    if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return reply.code(401).send();
  });

  server.post<{ Params: { name: string } }>('/:name', (request, reply) => {
    const answer = new PassThrough();
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const write = (message: AdminMessage): void => void answer.write(`${JSON.stringify(message)}\n`);
    const context = {
      store,
      audit,
      signal: left.signal,
      stdout: (line: string) => write({ kind: 'line', line }),
      onProgress: (progress: { step: string; done: number; total: number }) => write({ kind: 'progress', progress }),
    };
    perform(context, request.params.name, request.body)
      .then(() => write({ kind: 'done' }))
      .catch((error: unknown) => {
        if (!(error instanceof CommandFailure)) log.error(error, 'An administration command failed.');
        write(
          error instanceof CommandFailure
            ? { kind: 'failed', sentence: error.message, exitCode: error.exitCode }
            : { kind: 'failed', sentence: 'The command failed in the service; its log says why.' },
        );
      })
      .finally(() => answer.end());
    return reply.type('application/x-ndjson').send(answer);
  });

  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => server.close() };
};
