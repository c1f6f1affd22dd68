import { createServer, type IncomingMessage } from 'node:http';
import { companyId, coworkers, makeRecords, numberOf, profileId } from './records.ts';

/** What the upstream was asked since it was last reset. */
export interface Tally {
  calls: number;
  /** Distinct records of each fetch: what the ledger charges. */
  credits: number;
  bytes: number;
}

export interface Upstream extends AsyncDisposable {
  readonly url: string;
  readonly tally: Tally;
  /** Credentials by answer, in the order asked: proof of what was shared between whom. */
  readonly keys: string[];
  latencyMs: number;
  reset(): void;
}

/**
 * A deterministic data service that speaks the contract, from memory: a search's ids follow from the number in its
 * query (`{"term": {"profile_info.current_title": "from-<n>"}}` finds n, n + 1, …), so that each operation has records of
 * its own; a query that names a company finds who works there.
 *
 * @param remembers whether it keeps its answers: it then costs its core half as much where the same is asked again
 */
export async function openUpstream({ remembers = false } = {}): Promise<Upstream> {
  const remembered = new Map<string, Buffer>();
  const records = makeRecords();
  const tally: Tally = { calls: 0, credits: 0, bytes: 0 };
  const keys: string[] = [];

  const fetched = (body: Body, kinds: readonly string[], text: (n: number, foundBy: string) => string): string => {
    const found = new Map<number, Record<string, string[]>>();
    const missed: string[] = [];
    for (const kind of kinds)
      for (const name of namesIn(body[kind])) {
        const n = numberOf(String(name));
        if (n === undefined) {
          missed.push(String(name));
          continue;
        }
        const by = found.get(n) ?? {};
        by[kind] = [...(by[kind] ?? []), String(name)];
        found.set(n, by);
      }
    tally.credits += found.size;
    let results = '';
    for (const [n, by] of found) results += `${results && ','}${text(n, JSON.stringify(by))}`;
    return `{"results":[${results}],"not_found":${JSON.stringify(missed)}}`;
  };

  const search = (body: Body, idOf: (n: number) => string): string => {
    const [company] = idsIn(body.query, 'c') ?? [];
    if (company !== undefined) {
      const first = (numberOf(company) ?? 0) * coworkers;
      const ids = Array.from({ length: Math.min(body.limit ?? 100, coworkers) }, (_, i) => idOf(first + i));
      return JSON.stringify({ ids, total_count: coworkers });
    }
    const from = fromOf(body);
    const ids = Array.from({ length: body.limit ?? 100 }, (_, i) => idOf(from + i));
    return JSON.stringify({ ids, total_count: 1_000_000, pagination_token: `after-${from + ids.length}` });
  };

  const relationships = (body: Body): string => {
    const asked = idsIn(body.query, 'a');
    const from = fromOf(body);
    const numbers = asked
      ? asked.flatMap((id) => numberOf(id) ?? [])
      : Array.from({ length: body.limit ?? 100 }, (_, i) => from + i);
    const token = asked ? '' : `,"pagination_token":"after-${from + numbers.length}"`;
    const total = asked ? numbers.length : 1_000_000;
    const item = (n: number) =>
      body.ids === undefined
        ? records.relationship(n)
        : `{"profile_id":"${profileId(n)}",${records.relationship(n).slice(1)}`;
    return `{"items":[${numbers.map(item).join()}],"count":${numbers.length},"total_count":${total}${token}}`;
  };

  const answer = (path: string, body: Body): string | undefined => {
    if (path === '/v3/profiles/fetch')
      return fetched(body, ['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids'], records.profile);
    if (path === '/v3/companies/fetch') return fetched(body, ['ids', 'xnet_names', 'xnet_ids'], records.company);
    if (path === '/v3/profiles/search') return search(body, profileId);
    if (path === '/v3/companies/search') return search(body, companyId);
    if (path === '/v3/relationships') return relationships(body);
    return path === '/credits/usage' ? '{"usage":0}' : undefined;
  };

  const upstream = { latencyMs: 0 };
  const server = createServer({ maxHeaderSize: 1 << 20 }, async (request, response) => {
    const text = await textOf(request);
    tally.calls += 1;
    const asked = `${request.url} ${text}`;
    const known = remembered.get(asked);
    if (known) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': known.length }).end(known);
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
    const json = answer(pathname, text ? Object(JSON.parse(text)) : bodyOf(searchParams.getAll('ids')));
    keys.push(String(request.headers['x-api-key']));
    if (upstream.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, upstream.latencyMs));
    const bytes = Buffer.from(json ?? '{"code":404,"message":"Not Found"}');
    tally.bytes += bytes.length;
    if (remembers && json !== undefined) remembered.set(asked, bytes);
    response.writeHead(json === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': bytes.length,
    });
    response.end(bytes);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The upstream listens on no port.');
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${address.port}`,
    tally,
    keys,
    reset: () => {
      Object.assign(tally, { calls: 0, credits: 0, bytes: 0 });
      keys.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

interface Body {
  readonly query?: unknown;
  readonly limit?: number;
  readonly pagination_token?: string;
  readonly [kind: string]: unknown;
}

/**
 * What a look-up by GET asks. The contract has none; Tailcall can batch no others, so it is given this face, on which
 * each relationship also wears its person's id on its outside.
 */
const bodyOf = (ids: readonly string[]): Body => ({ ids, query: { terms: { 'profile_info.id': ids } }, limit: 1000 });

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** Where a page begins: the number in its token, else in its query. */
const fromOf = (body: Body): number =>
  Number(/(?:after|from)-(\d+)/.exec(body.pagination_token ?? JSON.stringify(body.query ?? ''))?.[1] ?? 0);

/** The ids of people (`a`) or companies (`c`) that a query's terms name; undefined where it names none. */
const idsIn = (query: unknown, kind: 'a' | 'c'): string[] | undefined =>
  JSON.stringify(query ?? '').match(kind === 'a' ? /a{8}-[0-9a-f-]{27}/g : /c{8}-[0-9a-f-]{27}/g) ?? undefined;
