import type { IncomingMessage, ServerResponse } from 'node:http';
import { fetch } from 'undici';

/**
 * Answers `/healthz` (the process lives) and `/readyz` (the upstream answers, whatever it says); false for any other
 * path.
 */
export function answerHealth(request: IncomingMessage, response: ServerResponse, upstreamUrl: string): boolean {
  const path = request.url?.split('?')[0];
  if (path === '/healthz') {
    send(response, 200, { status: 'ok' });
    return true;
  }
  if (path !== '/readyz') return false;
  fetch(upstreamUrl, { method: 'HEAD', signal: AbortSignal.timeout(2000) }).then(
    () => send(response, 200, { status: 'ready' }),
    () => send(response, 503, { status: 'the data service does not answer' }),
  );
  return true;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
