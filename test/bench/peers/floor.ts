import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'undici';
import {
  type CompanyRecord,
  type ConnectionRecord,
  listening,
  type ProfileRecord,
  type RelationshipPage,
  type SearchPage,
  upstreamUrl,
} from './wire.ts';

interface Fetched {
  readonly results: readonly ProfileRecord[];
}
interface Variables {
  readonly representations?: readonly { readonly id: string }[];
  readonly by?: { readonly xnetSlug: string };
  readonly dsl?: unknown;
  readonly first?: number;
}

/**
 * The floor: node:http and undici with the answer of each query written by hand. No GraphQL, no checks, no limits; the
 * operation's name says what is asked. Written once, and left alone.
 */
const pool = new Pool(upstreamUrl, { connections: 256 });

const post = <Answer>(path: string, key: string, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pool.dispatch(
      { path, method: 'POST', headers: { 'content-type': 'application/json', 'x-api-key': key }, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_: unknown, chunk: Buffer) => {
          chunks.push(chunk);
        },
        onResponseEnd: () =>
          resolve(JSON.parse(chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString())),
        onResponseError: (_: unknown, error: Error) => reject(error),
      },
    );
  });

const companyOf = ({ id, company_info: info }: CompanyRecord) => ({
  id,
  name: info.name ?? null,
  industries: info.industries ?? null,
  workforce: info.workforce ? { headcount: info.workforce.headcount ?? null } : null,
});
const personOf = (record: ProfileRecord | undefined, companies: ReadonlyMap<string, CompanyRecord>) => {
  if (!record) return null;
  const info = record.profile_info;
  const company = companies.get(info.current_company_id ?? '');
  return {
    id: record.id,
    fullName: info.full_name ?? null,
    headline: info.headline ?? null,
    currentTitle: info.current_title ?? null,
    currentLocation: info.current_location ?? null,
    skills: info.skills ?? null,
    currentCompany: company ? companyOf(company) : null,
  };
};
const connectionOf = (one: ConnectionRecord) => ({
  connectorName: one.connector_name ?? null,
  connectorCurrentTitle: one.connector_current_title ?? null,
  connectorCurrentCompanyName: one.connector_current_company_name ?? null,
  strength: one.connection_strength ?? null,
  sources: one.sources?.map(({ origin }) => ({ origin })),
});

async function companiesOf(records: readonly ProfileRecord[], key: string): Promise<Map<string, CompanyRecord>> {
  const ids = [...new Set(records.map((one) => one.profile_info.current_company_id).filter(Boolean))];
  const { results } = await post<{ results: CompanyRecord[] }>('/v3/companies/fetch', key, JSON.stringify({ ids }));
  return new Map(results.map((one) => [one.id, one]));
}

/** One level of a gateway's plan: people with their few members, companies, or people with their companies. */
async function entities(name: string, ids: readonly string[], key: string): Promise<object> {
  const body = JSON.stringify({ ids: [...new Set(ids)] });
  if (name === 'Q5b') {
    const { results } = await post<{ results: CompanyRecord[] }>('/v3/companies/fetch', key, body);
    const byId = new Map(results.map((one) => [one.id, { __typename: 'Company', ...companyOf(one) }]));
    return { _entities: ids.map((id) => byId.get(id) ?? null) };
  }
  const { results } = await post<Fetched>('/v3/profiles/fetch', key, body);
  const companies = name === 'Q5c' ? await companiesOf(results, key) : new Map();
  const byId = new Map(
    results.map((one) => {
      const { full_name: fullName, headline, current_title: currentTitle } = one.profile_info;
      const few = { id: one.id, fullName, headline, currentTitle };
      return [one.id, { __typename: 'Profile', ...(name === 'Q5c' ? personOf(one, companies) : few) }];
    }),
  );
  return { _entities: ids.map((id) => byId.get(id) ?? null) };
}

async function answer(name: string, variables: Variables, key: string): Promise<object> {
  if (name === 'Q1') {
    const body = JSON.stringify({ xnet_names: [variables.by?.xnetSlug] });
    const { results } = await post<Fetched>('/v3/profiles/fetch', key, body);
    const companies = await companiesOf(results, key);
    return { profile: { __typename: 'Profile', ...personOf(results[0], companies) } };
  }
  if (name === 'Q4') {
    const body = JSON.stringify({ query: variables.dsl, limit: variables.first });
    const { items, total_count } = await post<RelationshipPage>('/v3/relationships', key, body);
    const nodes = items.map(({ profile, connections }) => ({
      profile: { id: profile.id, fullName: profile.full_name, currentTitle: profile.current_title },
      connections: connections.map(connectionOf),
    }));
    return { relationships: { totalCount: total_count, nodes } };
  }
  if (variables.representations) {
    const ids = variables.representations.map(({ id }) => id);
    return entities(name, ids, key);
  }
  const searched = JSON.stringify({ query: variables.dsl, limit: variables.first });
  const { ids, total_count } = await post<SearchPage>('/v3/profiles/search', key, searched);
  const terms = { query: { terms: { 'profile_info.id': ids } }, limit: 1000 };
  const [{ results }, relationships] = await Promise.all([
    post<Fetched>('/v3/profiles/fetch', key, JSON.stringify({ ids })),
    name === 'Q2' ? post<RelationshipPage>('/v3/relationships', key, JSON.stringify(terms)) : undefined,
  ]);
  const companies = await companiesOf(results, key);
  const byId = new Map(results.map((one) => [one.id, one]));
  const known = new Map(relationships?.items.map((one) => [one.profile.id, one.connections]));
  const nodes = ids.map((id) => {
    const person = personOf(byId.get(id), companies);
    return relationships ? { ...person, connections: known.get(id)?.map(connectionOf) } : person;
  });
  return { searchProfiles: { totalCount: total_count, nodes } };
}

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });

const server = createServer(async (request, response) => {
  const { operationName, variables } = JSON.parse(await textOf(request));
  const text = JSON.stringify({ data: await answer(operationName, variables, String(request.headers['x-api-key'])) });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') listening(address.port);
});
