import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { MappingTasks } from '../mapping/tasks.ts';

/** The end of a callback's path: 256 random bits, that only the upstream was told. */
const callbackPath = /\/callbacks\/([\w-]{43})$/;

/** A signed callback's body may be this long; an unsigned one is not read. */
const bodyBytes = 1024 * 1024;

/**
 * Answers the upstream's call when a mapping ends: any method, any payload. The call is only a hint to look, so it
 * may come twice or never, and nothing that it says is believed. False for any other path.
 *
 * @param secret where it is set, a call without its signature (Standard Webhooks) is refused
 */
export function answerCallback(
  request: IncomingMessage,
  response: ServerResponse,
  tasks: MappingTasks,
  secret: string | undefined,
): boolean {
  const callback = callbackPath.exec(request.url?.split('?')[0] ?? '')?.[1];
  if (callback === undefined) return false;
  answer(request, callback, tasks, secret).then(
    (status) => response.writeHead(status, { 'cache-control': 'no-store' }).end(),
    () => response.writeHead(503, { 'retry-after': '5' }).end(),
  );
  return true;
}

async function answer(
  request: IncomingMessage,
  callback: string,
  tasks: MappingTasks,
  secret: string | undefined,
): Promise<number> {
  if (secret !== undefined) {
    const body = await read(request);
    if (body === undefined) return 413;
    if (!isSigned(request, body, secret)) return 401;
  } else {
    request.resume();
  }
  return (await tasks.calledBack(callback)) ? 204 : 404;
}

async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(request.headers[name] ?? '')]),
  );
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
