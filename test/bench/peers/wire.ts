import { Pool, request } from 'undici';

/** The upstream as the peers call it: the plain recipe of their documentation, with a generous pool. */

export interface ProfileRecord {
  readonly id: string;
  readonly profile_info: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly current_company_id?: string;
  };
  readonly found_by?: { readonly ids?: readonly string[]; readonly xnet_names?: readonly string[] };
}
export interface CompanyRecord {
  readonly id: string;
  readonly company_info: Readonly<Record<string, unknown>> & {
    readonly workforce?: Readonly<Record<string, unknown>>;
  };
}
export interface ConnectionRecord extends Readonly<Record<string, unknown>> {
  readonly sources?: readonly { readonly origin?: string }[];
}
export interface RelationshipRecord {
  readonly profile: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly connections: readonly ConnectionRecord[];
}
export interface SearchPage {
  readonly ids: readonly string[];
  readonly total_count: number;
}
export interface RelationshipPage {
  readonly items: readonly RelationshipRecord[];
  readonly total_count: number;
}

export const upstreamUrl = process.env.UPSTREAM_URL ?? '';
const pool = new Pool(upstreamUrl, { connections: 256 });

/** Posts JSON and reads JSON. */
export async function post<Answer>(path: string, key: string, body: object): Promise<Answer> {
  const { statusCode, body: answer } = await request(upstreamUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
    dispatcher: pool,
  });
  if (statusCode !== 200) throw new Error(`The upstream answered ${statusCode}.`);
  return (await answer.json()) as Answer;
}

export const profilesByIds = async (key: string, ids: readonly string[]) => {
  const { results } = await post<{ results: ProfileRecord[] }>('/v3/profiles/fetch', key, { ids });
  const found = new Map(results.map((one) => [one.id, one]));
  return ids.map((id) => found.get(id) ?? null);
};
export const profilesBySlugs = async (key: string, slugs: readonly string[]) => {
  const { results } = await post<{ results: ProfileRecord[] }>('/v3/profiles/fetch', key, { xnet_names: slugs });
  const found = new Map(results.flatMap((one) => (one.found_by?.xnet_names ?? []).map((name) => [name, one] as const)));
  return slugs.map((slug) => found.get(slug) ?? null);
};
export const companiesByIds = async (key: string, ids: readonly string[]) => {
  const { results } = await post<{ results: CompanyRecord[] }>('/v3/companies/fetch', key, { ids });
  const found = new Map(results.map((one) => [one.id, one]));
  return ids.map((id) => found.get(id) ?? null);
};
export const connectionsByIds = async (key: string, ids: readonly string[]) => {
  const query = { terms: { 'profile_info.id': ids } };
  const { items } = await post<RelationshipPage>('/v3/relationships', key, { query, limit: 1000 });
  const found = new Map(items.map((one) => [one.profile.id, one.connections]));
  return ids.map((id) => found.get(id) ?? []);
};
export const searchProfiles = (key: string, query: unknown, limit: number) =>
  post<SearchPage>('/v3/profiles/search', key, { query, limit });
export const findRelationships = (key: string, query: unknown, limit: number) =>
  post<RelationshipPage>('/v3/relationships', key, { query, limit });

/** Tells the harness where the server listens. */
export const listening = (port: number | string): void => {
  process.stdout.write(`listening http://127.0.0.1:${port}\n`);
};
