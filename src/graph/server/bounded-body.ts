import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request whose body may have been read already: Yoga takes it from here, as it does under frameworks. */
export interface BodiedRequest extends IncomingMessage {
  body?: unknown;
}

/**
 * Passes a request on, its body bounded: one that says it is longer is refused at once; one that does not say is read
 * here, and refused as soon as it proves longer.
 */
export async function withBoundedBody(
  request: BodiedRequest,
  response: ServerResponse,
  mostBytes: number,
  handle: () => void,
): Promise<void> {
  const said = request.headers['content-length'];
  if (said !== undefined && Number(said) > mostBytes) return refuse(request, response, mostBytes);
  if (said === undefined && request.headers['transfer-encoding'] !== undefined) {
    request.body = await readBody(request, response, mostBytes);
    if (request.body === undefined) return;
  }
  handle();
}

/**
 * Reads a body whole; undefined for one that says or proves to be longer, which is then refused, and for one whose
 * sender leaves before its end.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  mostBytes: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (): void => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first.toString() : Buffer.concat(chunks, bytes).toString());
    };
    const stop = (): void => {
      request.off('data', gather).off('end', end);
      refuse(request, response, mostBytes);
      resolve(undefined);
    };
    const gather = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > mostBytes) stop();
    };
    if (Number(request.headers['content-length']) > mostBytes) return stop();
    request.on('data', gather).on('end', end);
    request.on('error', () => resolve(undefined));
  });
}

function refuse(request: IncomingMessage, response: ServerResponse, mostBytes: number): void {
  const message = `The request’s body must be at most ${mostBytes} bytes.`;
  response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ errors: [{ message, extensions: { code: 'REQUEST_TOO_LARGE' } }] }));
  request.resume();
}
