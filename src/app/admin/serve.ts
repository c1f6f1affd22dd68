import { PassThrough } from 'node:stream';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  adminPath,
  type Exchange,
  issueNonce,
  provenBy,
  sealedType,
} from '../../graph/features/administration/exchange.ts';
import type { Seal } from '../../graph/state/seal/seal.ts';
import type { Store } from '../../store/open.ts';
import type { Audit } from '../../telemetry/audit.ts';
import { CommandFailure } from '../command-failure.ts';
import { perform } from './commands.ts';
import type { AdminMessage } from './message.ts';

export interface AdminOptions {
  readonly store: Store;
  /** Of the secret that a caller must know. */
  readonly seal: Seal;
  readonly log: Logger;
  readonly audit: Audit;
}

export interface Admin {
  readonly url: string;
  /** Waits for running commands. */
  close(): Promise<void>;
}

/**
 * Serves administration commands, which must run in the process that owns the embedded store, by sealed requests as to a
 * graph: `POST /NAME` with the argument as JSON, answered with one sealed message per line. Listens on loopback only, on
 * a free port.
 */
export const serveAdmin = async ({ store, seal, log, audit }: AdminOptions): Promise<Admin> => {
  const server = Fastify({ forceCloseConnections: true });
  /** When used nonces expire: one process has the store. */
  const used = new Map<string, number>();
  const exchangeBy = (authorization: string | undefined): Exchange | undefined => {
    const now = Date.now();
    for (const [nonce, expiresAt] of used) if (expiresAt <= now) used.delete(nonce);
    const proven = provenBy(authorization, seal, now);
    if (!proven || used.has(proven.nonce)) return undefined;
    used.set(proven.nonce, proven.expiresAt);
    return proven.exchange;
  };

  server.addContentTypeParser(sealedType, { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  server.get(adminPath, async () => ({ nonce: issueNonce(seal, Date.now()) }));

  // Authenticate before the body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const exchange = exchangeBy(request.headers.authorization);
    if (!exchange) return reply.code(401).send();
    request.adminExchange = exchange;
  };
  server.post(adminPath, { onRequest }, ({ adminExchange: exchange, body }, reply) => {
    const asked = Buffer.isBuffer(body) ? exchange?.openRequest(body) : undefined;
    if (!exchange || !asked) return reply.code(400).send();
    const answer = new PassThrough();
    let number = 0;
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const write = (message: AdminMessage): void => {
      answer.write(`${exchange.sealLine(number, JSON.stringify(message))}\n`);
      number += 1;
    };
    const context = {
      store,
      audit,
      signal: left.signal,
      stdout: (line: string) => write({ kind: 'line', line }),
      onProgress: (progress: { step: string; done: number; total: number }) => write({ kind: 'progress', progress }),
    };
    perform(context, asked.path.slice(1), asked.body === undefined ? undefined : JSON.parse(asked.body))
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
    return reply.type(sealedType).send(answer);
  });

  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => server.close() };
};
