import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import type { Services } from '../../services.ts';
import { check } from '../../validate.ts';
import { auditPurge } from './audit-purge.ts';
import { Purge, Purged, purge } from './purge.ts';

/** Path at which administrators purge personal data of a running graph. */
export const purgePath = '/purge';

export const readPurged = (answer: unknown): Purged | undefined => (check(Purged, answer) ? answer : undefined);

/** Maximum body: lists written by a person contain thousands of names at most. */
const bodyBytes = 16 * 1024 * 1024;

/** Serves `POST /purge` to administrators. */
export function servePurge(admin: FastifyInstance, services: Services): void {
  const { log, audit } = services;
  admin.post(
    purgePath,
    {
      bodyLimit: bodyBytes,
    },
    async ({ body }) => {
      if (!check(Purge, body))
        throw new HttpError(
          400,
          'BAD_USER_INPUT',
          'The body must be a JSON object of profiles, names, companies and all.',
        );
      const purged = await purge(services, body).catch((error: unknown) => {
        log.error({ err: error }, 'A purge failed; what it had not removed yet remains.');
        throw new HttpError(503, 'UNAVAILABLE', 'Not everything could be purged: try again.');
      });
      if (audit) auditPurge(audit, body, purged);
      return purged;
    },
  );
}
