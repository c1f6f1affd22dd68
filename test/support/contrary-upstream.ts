import { createServer, type IncomingMessage } from 'node:http';
import { companyIdentifiers, profileIdentifiers, slugKey } from '../../src/contract/identifier.ts';
import { companies, keyOf, people, type TeamName, teams } from './cast.ts';
import { networkOf } from './contrary-network.ts';
import { matches, type Searched, Untaken } from './contrary-query.ts';

export interface ContraryUpstream extends AsyncDisposable {
  readonly url: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

type Body = Readonly<Record<string, unknown>>;

/** However many were asked for, a page is no longer than this. */
const longestPage = 3;

const partners: readonly TeamName[] = ['harbor', 'cove'];
const children: Readonly<Partial<Record<TeamName, readonly TeamName[]>>> = { harbor: ['lighthouse'], cove: ['reef'] };

/**
 * An upstream that obeys the interface's specification, and decides every point on which that is silent otherwise than
 * our own service: what comes in which order, what a token is bound to, how pages end, what a null is, what errors say,
 * what a status's parameter is called, which clauses there are.
 */
export async function openContraryUpstream(): Promise<ContraryUpstream> {
  const used = new Map<TeamName, number>();
  const tasks = new Map<string, { readonly website: string; looks: number }>();

  const charge = (team: TeamName, credits: number): void => void used.set(team, (used.get(team) ?? 0) + credits);

  const searched = {
    profiles: (team: TeamName): readonly Searched[] => {
      const network = new Map(networkOf(team).map((item) => [item.profile?.id, item.connections ?? []]));
      return Object.values(people)
        .map((person) => ({
          ...person,
          connected_users: (network.get(person.id) ?? []).map((one) => one?.connector_id),
          team_connections: (network.get(person.id) ?? []).map(() => ({
            origins: ['colleagues'],
            team_id: teams[team].id,
          })),
        }))
        .toReversed();
    },
    companies: (): readonly Searched[] => Object.values(companies).toReversed(),
  };

  /** Tokens count, speak of the query and the size of the page, and one comes even with the last page of results. */
  function pageOf<Item>(items: readonly Item[], { limit = 100, pagination_token: token, ...query }: Body) {
    const asked = JSON.stringify([query, limit]);
    const [start = 0, of = asked] = typeof token === 'string' ? JSON.parse(atob(token)) : [];
    if (of !== asked) throw new Untaken('that token was for something else');
    const page = items.slice(start, start + Math.min(Number(limit), longestPage));
    const next = page.length > 0 ? btoa(JSON.stringify([start + page.length, asked])) : null;
    return { page, total_count: items.length, pagination_token: next, took_ms: 3 };
  }

  function search(kind: 'profiles' | 'companies', team: TeamName, body: Body): Answer {
    if (body.query === undefined) throw new Untaken('what is it you want?');
    const network = body.in_network_only ? new Set(networkOf(team).map(({ profile }) => profile?.id)) : undefined;
    const found = searched[kind](team)
      .filter((one) => matches(body.query, one) && (network?.has(String(one.id)) ?? true))
      .map(({ id }) => id);
    const { page, ...rest } = pageOf(found, body);
    return { status: 200, body: { ...rest, ids: page } };
  }

  function fetchAll(kind: 'profiles' | 'companies', team: TeamName, body: Body): Answer {
    const missing: string[] = [];
    const found = new Map<object, Record<string, unknown[]>>();
    for (const [array, identifiers] of Object.entries(body)) {
      if (array === 'fields') continue;
      for (const identifier of Array.isArray(identifiers) ? identifiers : []) {
        const record = recordNamed(kind, array, identifier);
        if (!record) missing.push(String(identifier).toUpperCase());
        else {
          const by = found.get(record) ?? { ids: [], xnet_names: [] };
          by[array] = [...(by[array] ?? []), identifier];
          found.set(record, by);
        }
      }
    }
    charge(team, found.size);
    const results = [...found].map(([record, found_by]) => withNulls({ ...record, tags: null, lists: null, found_by }));
    return { status: 200, body: { results: results.toReversed(), not_found: missing, cost: found.size } };
  }

  function relationships(team: TeamName, body: Body): Answer {
    if (body.query === undefined) throw new Untaken('what is it you want?');
    const wanted = new Set(
      searched
        .profiles(team)
        .filter((one) => matches(body.query, one))
        .map(({ id }) => id),
    );
    const items = networkOf(team).filter(({ profile }) => wanted.has(profile?.id));
    const { page, ...rest } = pageOf(items.toReversed(), body);
    return { status: 200, body: { ...rest, items: page, count: page.length } };
  }

  function mapNetwork(team: TeamName, { query, mapping_company_website: website }: Body): Answer {
    if (query === undefined) throw new Untaken('what is it you want?');
    const known = [...tasks.values()].some((task) => task.website === website && statusOf(task) === 'Mapped');
    if (typeof website === 'string' && !known) {
      const id = `task/${tasks.size + 1} ü`;
      tasks.set(id, { website, looks: 0 });
      return { status: 202, body: { task_id: id, queued: true } };
    }
    const wanted = new Set(
      searched
        .profiles(team)
        .filter((one) => matches(query, one))
        .map(({ id }) => id),
    );
    const items = networkOf(team).filter(({ profile }) => wanted.has(profile?.id));
    charge(team, items.length > 0 ? 1 : 0);
    return { status: 200, body: { items, count: items.length, total_count: items.length, pagination_token: null } };
  }

  /** A task begins in the middle, and is not known at once. */
  const statusOf = ({ looks }: { readonly looks: number }) => ['Unknown', 'MappingInProgress'][looks] ?? 'Mapped';

  function answer(method: string, url: URL, headers: IncomingMessage['headers'], body: Body): Answer {
    const own = teamNames.find((team) => keyOf(team) === headers['x-api-key']);
    if (!own) return { status: 401, body: { code: -1, errors: [] } };
    const child = headers['x-authenticate-team'];
    const team = child === undefined ? own : children[own]?.find((name) => teams[name].id === child);
    const forbidden = { status: 403, body: { code: 9000, errors: ['no'] } };
    if (!team) return forbidden;
    const operation = `${method} ${url.pathname}`;
    if (/network-mapper|create-team/.test(operation) && !partners.includes(own)) return forbidden;
    switch (operation) {
      case 'POST /v3/profiles/search':
        return search('profiles', team, body);
      case 'POST /v3/companies/search':
        return search('companies', team, body);
      case 'POST /v3/profiles/fetch':
        return fetchAll('profiles', own, body);
      case 'POST /v3/companies/fetch':
        return fetchAll('companies', own, body);
      case 'POST /v3/relationships':
        return relationships(team, body);
      case 'POST /v3/network-mapper':
        return mapNetwork(own, body);
      case 'GET /v3/network-mapper/status': {
        const id = url.searchParams.get('taskId');
        if (id === null || url.searchParams.size > 1) throw new Untaken('which one?');
        const task = tasks.get(id);
        const status = task ? statusOf(task) : 'Unknown';
        if (task) task.looks += 1;
        return { status: 200, body: { status, percent: null } };
      }
      case 'POST /team/create-team':
        return { status: 201, body: { team_id: teams.lighthouse.id, name: body.team_name } };
      case 'POST /team/add-connector':
        return { status: 200, body: { usernames_not_found: null } };
      case 'GET /credits/usage':
        return { status: 200, body: { usage: used.get(own) ?? 0, plan: null } };
      default:
        return { status: 404, body: {} };
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(incoming.url ?? '', 'http://upstream');
    let answered: Answer;
    try {
      answered = answer(incoming.method ?? '', url, incoming.headers, text ? JSON.parse(text) : {});
    } catch (error) {
      if (!(error instanceof Untaken)) throw error;
      answered = { status: 400, body: { code: 17, errors: [error.message], hint: null } };
    }
    outgoing.writeHead(answered.status, { 'content-type': 'application/json' }).end(JSON.stringify(answered.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The upstream listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const teamNames = Object.keys(teams) as TeamName[];

function recordNamed(kind: 'profiles' | 'companies', array: string, identifier: unknown): object | undefined {
  const named = (id: string, names: { readonly xnet_names: readonly string[] } & object): boolean => {
    if (array === 'ids') return id === identifier;
    const values: unknown = Reflect.get(names, array);
    if (!Array.isArray(values)) return false;
    return array === 'xnet_names'
      ? values.some((value) => slugKey(String(value)) === slugKey(String(identifier)))
      : values.includes(identifier);
  };
  return kind === 'profiles'
    ? Object.values(people).find((one) => named(one.id, profileIdentifiers(one)))
    : Object.values(companies).find((one) => named(one.id, companyIdentifiers(one)));
}

/** Says of what is not known that it is null, tells more than anybody asked for, and writes dates in its own way. */
function withNulls(record: object): object {
  const text = JSON.stringify(record, (name, value: unknown) => {
    if (/^(start|end)_date$/.test(name) && typeof value === 'string') return value.slice(0, 4);
    return name.endsWith('_info') && typeof value === 'object'
      ? { headline: null, skills: null, education: null, summary: null, shoe_size: 42, ...value }
      : value;
  });
  return JSON.parse(text);
}
