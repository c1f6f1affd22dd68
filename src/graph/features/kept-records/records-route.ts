import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Client } from '../../../client/client.ts';
import { Unauthenticated } from '../../../client/errors.ts';
import { creditUsage } from '../../../contract/operation/credits.ts';
import type { GraphCache } from '../../cache/graph-cache.ts';
import { HttpError } from '../../http/http-error.ts';
import { check } from '../../validate.ts';

/** Path at which administrators list stored records of keys, and transfer them to another key. */
export const recordsPath = '/records';

const Adoption = Type.Object({ from: Type.String({ minLength: 1 }), to: Type.String({ minLength: 1 }) });

interface Parts {
  readonly cache: GraphCache;
  readonly client: Client;
}

/** Serves `GET /records` and `POST /records/adopt` to administrators. */
export function serveRecords(admin: FastifyInstance, { cache, client }: Parts): void {
  admin.get(recordsPath, async () => {
    const summary = await cache.keptSummary();
    if (summary) return summary;
    throw new HttpError(409, 'BAD_USER_INPUT', 'No records are kept: KITH_KEEP_DAYS is 0.');
  });
  admin.post(`${recordsPath}/adopt`, async ({ body }) => {
    if (!check(Adoption, body))
      throw new HttpError(400, 'BAD_USER_INPUT', 'The body must be a JSON object of the two API keys, from and to.');
    // A holder of only one of the keys must not get the other’s records.
    for (const [name, apiKey] of Object.entries(body))
      await client.call(creditUsage, undefined, { apiKey, childTeamId: undefined }).catch((error: unknown) => {
        if (!(error instanceof Unauthenticated)) throw error;
        throw new HttpError(
          403,
          'FORBIDDEN',
          `${name}: must be an API key that the data service accepts, but it refused this one; records can be taken over only while both keys are accepted.`,
        );
      });
    const adopted = await cache.adopt(body.from, body.to);
    if (adopted === undefined) throw new HttpError(409, 'BAD_USER_INPUT', 'No records are kept: KITH_KEEP_DAYS is 0.');
    return { adopted };
  });
}
