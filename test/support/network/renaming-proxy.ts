import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';

/** The words that a renaming proxy has in place of the contract's. */
export const proxyWords = { xnet: 'acme', fundingdb: 'basefund' } as const;

const words: ReadonlyMap<string, string> = new Map(Object.entries(proxyWords));
const contractWords: ReadonlyMap<string, string> = new Map([...words].map(([name, word]) => [word, name]));

/** A contract's word in a member, a path or a value; hosts and slugs have none of these forms. */
const contractWord = /(?:xnet|fundingdb)(?:_|[A-Z])|[_."](?:xnet|fundingdb)["_]/;
/** The proxy's own word in the same places of a request. */
const ownWord = /(?<=["._])(acme|basefund)(?=["_A-Z])/g;
const nameInAnswer = /(?<=")((?:\w+_)?)(xnet|fundingdb)(?=(?:_\w+|[A-Z]\w*)"\s*:)/g;
const valueInAnswer = /(?<="(?:network|origin)"\s*:\s*")xnet(?=["_])/g;

export interface RenamingProxy extends AsyncDisposable {
  readonly url: string;
  /** What it saw of the contract's words: requests that it refused. */
  readonly strays: readonly string[];
}

/**
 * An upstream that has its own words in place of the contract's, before one that has the contract's. It is strict: whatever
 * comes with a word of the contract is refused. Written apart from what the product renames with.
 */
export async function openRenamingProxy(upstreamUrl: string): Promise<RenamingProxy> {
  const agent = new Agent({ connections: 64 });
  const strays: string[] = [];
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });

  // A connection that is closed between two calls would lose the second.
  server.keepAliveTimeout = 72_000;

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString();
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = incoming.headers;
    if (contractWord.test(sent)) {
      strays.push(sent);
      outgoing.writeHead(400, { 'content-type': 'application/json' });
      outgoing.end('{"code":400,"errors":["A name of the contract is not one of this service."]}');
      return;
    }
    const body = sent.replace(ownWord, (word) => contractWords.get(word) ?? word);
    const answer = await request(new URL(incoming.url ?? '', upstreamUrl), {
      method: incoming.method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body.length > 0 ? body : null,
      dispatcher: agent,
    });
    const text = await answer.body.text();
    const renamed = text
      .replace(nameInAnswer, (_, before: string, name: string) => before + words.get(name))
      .replace(valueInAnswer, proxyWords.xnet);
    const { 'content-length': _old, 'transfer-encoding': _encoding, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode, rest).end(renamed);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The proxy listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    strays,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await agent.close();
    },
  };
}
