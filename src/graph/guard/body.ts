import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Passes a request on, its body bounded: one that says it is longer is refused at once; one that does not say is read
 * here, and refused as soon as it proves longer.
 */
export async function withBoundedBody(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  mostBytes: number,
  handle: () => void,
): Promise<void> {
  const said = request.headers['content-length'];
  if (said !== undefined) {
    if (Number(said) > mostBytes) refuse(request, response, mostBytes);
    else handle();
    return;
  }
  if (request.headers['transfer-encoding'] === undefined) return handle();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) return refuse(request, response, mostBytes);
    chunks.push(chunk);
  }
  // Where a body has been read already, Yoga takes it from here, as it does under frameworks that read it first.
  request.body = Buffer.concat(chunks).toString();
  handle();
}

function refuse(request: IncomingMessage, response: ServerResponse, mostBytes: number): void {
  const message = `The request’s body must be at most ${mostBytes} bytes.`;
  response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ errors: [{ message, extensions: { code: 'REQUEST_TOO_LARGE' } }] }));
  request.resume();
}
