import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import { HttpError } from '../http-error.ts';
import { type Purged, purge } from './purge.ts';

/** Where the administrator of a running graph has it forget personal data. */
export const purgePath = '/purge';

/** What proves that somebody knows a graph's secret, without telling it. */
export const purgeToken = (secret: string): string =>
  createHmac('sha256', secret).update('kith purge').digest('base64url');

const PurgeShape = Type.Object({
  profiles: Type.Array(Type.String()),
  companies: Type.Array(Type.String()),
  all: Type.Boolean(),
});

const PurgedShape = Type.Object({ records: Type.Number(), results: Type.Number(), everywhere: Type.Boolean() });

export const readPurged = (answer: unknown): Purged | undefined =>
  Value.Check(PurgedShape, answer) ? answer : undefined;

/** A person writes these lists, and names thousands at most. */
const bodyBytes = 16 * 1024 * 1024;

/** Serves `POST /purge` to who shows the token. */
export function servePurge(app: FastifyInstance, kept: Parameters<typeof purge>[0], secret: string): void {
  const expected = Buffer.from(`Bearer ${purgeToken(secret)}`);
  app.post(
    purgePath,
    {
      bodyLimit: bodyBytes,
      onRequest: async ({ headers }) => {
        const shown = Buffer.from(headers.authorization ?? '');
        if (shown.length === expected.length && timingSafeEqual(shown, expected)) return;
        throw new HttpError(401, 'UNAUTHENTICATED', 'authorization: must be the bearer token of this graph’s secret.');
      },
    },
    async ({ body }, reply) => {
      if (!Value.Check(PurgeShape, body))
        throw new HttpError(400, 'BAD_USER_INPUT', 'The body must be a JSON object of profiles, companies and all.');
      const purged = await purge(kept, body).catch(() => {
        throw new HttpError(503, 'UNAVAILABLE', 'Not everything could be forgotten: try again.');
      });
      return reply.header('cache-control', 'no-store').send(purged);
    },
  );
}
