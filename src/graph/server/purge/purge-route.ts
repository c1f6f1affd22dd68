import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Type from 'typebox';
import Value from 'typebox/value';
import { type Purge, type Purged, purge } from './purge.ts';

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

/** Answers `POST /purge` of who shows the token; false for any other path. Others are told nothing. */
export function answerPurge(
  request: IncomingMessage,
  response: ServerResponse,
  kept: Parameters<typeof purge>[0],
  secret: string,
): boolean {
  if (request.url?.split('?')[0] !== purgePath) return false;
  const shown = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${purgeToken(secret)}`);
  if (request.method !== 'POST') response.writeHead(405, { allow: 'POST' }).end();
  else if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) response.writeHead(401).end();
  else
    asked(request)
      .then(async (what) => (what ? send(response, 200, await purge(kept, what)) : send(response, 400, {})))
      .catch(() => send(response, 503, {}));
  return true;
}

async function asked(request: IncomingMessage): Promise<Purge | undefined> {
  const value: unknown = JSON.parse(await text(request));
  return Value.Check(PurgeShape, value) ? value : undefined;
}

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
