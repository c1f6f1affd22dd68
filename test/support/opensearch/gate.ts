import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';

/** A key, and the certificate with which it vouches for itself on loopback, as PEM texts. */
export interface Authority {
  readonly key: string;
  readonly certificate: string;
}

/** Made by openssl, which systems with TLS have. */
export async function makeAuthority(): Promise<Authority> {
  const { stdout } = await promisify(execFile)('openssl', [
    ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '1'],
    ...['-subj', '/CN=kith test', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', '-', '-out', '-'],
  ]);
  const [key, certificate] = ['PRIVATE KEY', 'CERTIFICATE'].map(
    (name) => new RegExp(`-----BEGIN ${name}-----.*?-----END ${name}-----\\n`, 's').exec(stdout)?.[0],
  );
  if (key === undefined || certificate === undefined) throw new Error(`openssl made no certificate: ${stdout}`);
  return { key, certificate };
}

export interface Gate extends AsyncDisposable {
  readonly url: string;
  /** Refuses connections from now on, as a machine that is down does; those open are cut. */
  shut(): Promise<void>;
  /** Takes connections again, at the same address. */
  reopen(): Promise<void>;
  /** Answers 503 to requests of this path from now on, as an overloaded node does; to none where it is undefined. */
  refuse(path: string | undefined): void;
}

/**
 * A proxy on loopback before a node of OpenSearch: with TLS where asked for, and for those alone who send this
 * `authorization`.
 */
export async function openGate(
  target: string,
  { authority, authorization }: { readonly authority?: Authority; readonly authorization?: string } = {},
): Promise<Gate> {
  const agent = new Agent();
  let refused: string | undefined;
  const relay = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (authorization !== undefined && incoming.headers.authorization !== authorization) {
      outgoing.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"type":"security_exception"}}');
      return;
    }
    if (refused !== undefined && incoming.url?.includes(refused)) {
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"type":"overloaded"}}');
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { 'content-type': type } = incoming.headers;
    const answer = await request(`${target}${incoming.url}`, {
      dispatcher: agent,
      method: incoming.method ?? 'GET',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      headers: { ...(type && { 'content-type': type }) },
    });
    outgoing.writeHead(answer.statusCode, {
      'content-type': String(answer.headers['content-type'] ?? 'application/json'),
    });
    outgoing.end(Buffer.from(await answer.body.arrayBuffer()));
  };
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    relay(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = authority
    ? createHttps({ key: authority.key, cert: authority.certificate }, handle)
    : createHttp(handle);
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  const shut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `${authority ? 'https' : 'http'}://127.0.0.1:${port}`,
    shut,
    reopen: async () => {
      await listen(port);
    },
    refuse: (path) => {
      refused = path;
    },
    [Symbol.asyncDispose]: async () => {
      await shut();
      await agent.close();
    },
  };
}
