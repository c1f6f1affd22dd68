import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { profileIdentifiers } from '../../../src/contract/identifier.ts';
import type { Relationship } from '../../../src/contract/record/relationship.ts';
import { slugsIn } from '../../../src/reading/page.ts';
import { type ContraryAnswer, openSpecificationCheck, withoutNulls } from './contract-check.ts';
import { documentedTies, syncedAs, withUsernames } from './documented.ts';
import { networkOf } from './network.ts';
import { matches, type Searched, takeSpecifiedPaths, Untaken } from './query.ts';
import { ContraryRecords } from './records.ts';
import { ContraryTasks } from './tasks.ts';
import type { ContraryTeam, ContraryWorld } from './world.ts';

export interface ContraryUpstream extends AsyncDisposable {
  readonly url: string;
  readonly tasks: ContraryTasks;
}

type Body = Readonly<Record<string, unknown>>;

/** Where its answers of 402 send people. */
export const contraryPlans = 'https://elsewhere.example/grow';

const no = (status: number, code: number, ...errors: string[]): ContraryAnswer => ({
  status,
  body: { code, errors, hint: null },
});

/**
 * An upstream that obeys the interface's specification (each of its answers is checked), and decides every point on
 * which that is silent otherwise than our own service: what comes in which order, what a token is bound to, how pages
 * end, how exact a total is, what a null is, what errors say, when the allowance counts as reached and whose it is,
 * what a status's parameter is called, which clauses there are.
 */
export async function openContraryUpstream(world: ContraryWorld): Promise<ContraryUpstream> {
  const specification = openSpecificationCheck();
  const records = new ContraryRecords(world);
  const tasks = new ContraryTasks();
  const network = perTeam(
    (team): ReadonlyMap<string, Relationship> =>
      new Map(
        networkOf(world, team).map((one) => [one.profile?.id ?? '', world.documented ? documentedTies(one) : one]),
      ),
  );
  const people = perTeam((team): readonly Searched[] =>
    world.profiles.toReversed().map((person) => {
      const connections = network(team).get(person.id)?.connections ?? [];
      return {
        ...person,
        ...(world.documented && withUsernames(person)),
        connected_users: connections.map((one) => one?.connector_id),
        team_connections: connections.map((one) => ({
          origins: world.documented ? syncedAs(one) : ['colleagues'],
          team_id: team.id,
        })),
      };
    }),
  );
  const companies: readonly Searched[] = world.companies.toReversed().map((one) => ({ ...one }));
  const answered = perTeam(() => new Map<string, readonly string[]>());

  function found(team: ContraryTeam, kind: 'profiles' | 'companies', query: unknown): readonly string[] {
    if (query === undefined) throw new Untaken('what is it you want?');
    if (world.specifiedPathsOnly) takeSpecifiedPaths(query);
    const name = `${kind} ${JSON.stringify(query)}`;
    const searched = kind === 'profiles' ? people(team) : companies;
    const ids = answered(team).get(name) ?? searched.filter((one) => matches(query, one)).map(({ id }) => String(id));
    answered(team).set(name, ids);
    return ids;
  }

  const reached = (team: ContraryTeam, query: unknown): readonly Relationship[] =>
    found(team, 'profiles', query).flatMap((id) => network(team).get(id) ?? []);

  /** Tokens count, speak of the query and the size of the page, and one comes even with the last page of results. */
  function pageOf<Item>(items: readonly Item[], { limit = 100, pagination_token: token, ...query }: Body) {
    if (query.stable_pagination === true && limit !== 1000) throw new Untaken('stable pages are a thousand long');
    const asked = JSON.stringify([query, limit]);
    const [start = 0, of = asked] = typeof token === 'string' ? readToken(token) : [];
    if (of !== asked) throw new Untaken('that token was for something else');
    const page = items.slice(start, start + Math.min(Number(limit), world.longestPage));
    const next = start < items.length ? tokenOf([start + page.length, asked]) : null;
    return { page, total_count: Math.min(items.length, world.maxCounted), pagination_token: next, took_ms: 3 };
  }

  function search(kind: 'profiles' | 'companies', team: ContraryTeam, body: Body): ContraryAnswer {
    const ids = found(team, kind, body.query).filter((id) => !body.in_network_only || network(team).has(id));
    const { page, ...rest } = pageOf(ids, body);
    return { status: 200, body: { ...rest, ids: page } };
  }

  function fetchAll(kind: 'profiles' | 'companies', team: ContraryTeam, body: Body): ContraryAnswer {
    const { results, missing } = records.find(kind, body, team);
    if (world.documented && missing.length > 0) return no(404, 404, 'some of the records do not exist');
    team.used += results.length;
    return { status: 200, body: { results, not_found: missing, cost: results.length } };
  }

  function relationships(team: ContraryTeam, body: Body): ContraryAnswer {
    const { page, ...rest } = pageOf(reached(team, body.query), body);
    return { status: 200, body: { ...rest, items: page, count: page.length } };
  }

  /** Whatever is mapped is a task first, the whole network, too. */
  function mapNetwork(team: ContraryTeam, { query, mapping_company_website: website }: Body): ContraryAnswer {
    const items = reached(team, query);
    const asked = JSON.stringify([team.id, query, website]);
    if (!tasks.isMapped(asked)) {
      const isKnown = world.companies.some((one) => one.company_info?.websites?.includes(String(website)));
      const task_id = tasks.start(asked, website === undefined || isKnown ? 'Mapped' : 'MappingFailed');
      return { status: 202, body: { task_id, queued: true } };
    }
    team.used += items.length > 0 ? 1 : 0;
    return { status: 200, body: { items, count: items.length, total_count: items.length, pagination_token: null } };
  }

  function createTeam({ id: partnerId }: ContraryTeam, body: Body): ContraryAnswer {
    const [id, key] = [randomUUID(), randomUUID()];
    const unknown = { allowance: undefined, tags: [], lists: [], used: 0 };
    world.teams.push({ ...unknown, id, key, isPartner: false, partnerId, connectors: new Set() });
    return { status: 201, body: { team_id: id, name: body.team_name } };
  }

  function addConnectors({ connectors }: ContraryTeam, { xnet_usernames: usernames }: Body): ContraryAnswer {
    const before = connectors.size;
    const missing: string[] = [];
    for (const username of Array.isArray(usernames) ? usernames.map(String) : []) {
      const person = world.profiles.find((one) =>
        slugsIn(username, 'profile').some((slug) => profileIdentifiers(one).xnet_names.includes(slug)),
      );
      if (person) connectors.add(person.id);
      else missing.push(username);
    }
    const usernames_not_found = missing.length > 0 ? missing : null;
    return { status: connectors.size > before ? 202 : 200, body: { usernames_not_found } };
  }

  function answerTo(method: string, url: URL, headers: IncomingMessage['headers'], body: Body): ContraryAnswer {
    const own = world.teams.find(({ key }) => key === headers['x-api-key']);
    if (!own) return no(401, -1);
    const child = headers['x-authenticate-team'];
    const team =
      child === undefined ? own : world.teams.find(({ id, partnerId }) => id === child && partnerId === own.id);
    if (!team) return no(403, 9000, 'no');
    const operation = specification.operationAt(method, url.pathname);
    if (!operation) return no(400, 9404, 'no such thing');
    if (operation.partnerOnly && !own.isPartner) return no(403, 9000, 'no');
    if (operation.price.per !== 'nothing' && team.allowance !== undefined && team.used >= team.allowance)
      return { status: 402, body: overage };
    if (!specification.isRequest(operation, method === 'GET' ? Object.fromEntries(url.searchParams) : body))
      throw new Untaken('please read the specification');
    switch (operation.name) {
      case 'searchProfiles':
        return search('profiles', team, body);
      case 'searchCompanies':
        return search('companies', team, body);
      case 'fetchProfiles':
        return fetchAll('profiles', team, body);
      case 'fetchCompanies':
        return fetchAll('companies', team, body);
      case 'findRelationships':
        return relationships(team, body);
      case 'mapNetwork':
        return mapNetwork(own, body);
      case 'mappingStatus': {
        const id = url.searchParams.get('taskId');
        if (id === null || url.searchParams.size > 1) throw new Untaken('which one?');
        return { status: 200, body: { status: tasks.look(id), percent: null } };
      }
      case 'createTeam':
        return createTeam(own, body);
      case 'addConnector':
        return addConnectors(team, body);
      default:
        return { status: 200, body: { usage: own.used, plan: null } };
    }
  }

  /** An upstream that makes one ends the call, so that nobody waits for it, and fails the test when it is closed. */
  const mistakes: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    answerOver(incoming, outgoing).catch((error) => {
      mistakes.push(error);
      outgoing.destroy();
    });
  });

  async function answerOver(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: target = '', headers } = incoming;
    const url = new URL(target, 'http://upstream');
    const body: Body = text ? JSON.parse(text) : {};
    let answer: ContraryAnswer;
    try {
      answer = answerTo(method, url, headers, body);
    } catch (error) {
      if (!(error instanceof Untaken)) throw error;
      answer = no(400, 17, error.message);
    }
    specification.assertAnswer(specification.operationAt(method, url.pathname), body, answer);
    const sent = world.documented ? withoutNulls(answer.body) : answer.body;
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The upstream listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    tasks,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (mistakes.length > 0) throw mistakes[0];
    },
  };
}

const tokenOf = (of: readonly [start: number, asked: string]): string =>
  Buffer.from(JSON.stringify(of)).toString('base64');
const readToken = (token: string): [start?: number, asked?: string] =>
  JSON.parse(Buffer.from(token, 'base64').toString());

const overage = {
  status: 402,
  errors: [
    {
      code: 'OVERAGE_PROTECTION_ENABLED',
      message: 'that was all',
      resolution: { enable_overages: 'https://elsewhere.example/more', upgrade_plan: contraryPlans },
      since: null,
    },
  ],
};

/** Works out what is asked of a team once, as long as it has the same connectors. */
function perTeam<Value>(make: (team: ContraryTeam) => Value): (team: ContraryTeam) => Value {
  const known = new Map<ContraryTeam, { readonly connectors: number; readonly value: Value }>();
  return (team) => {
    const connectors = team.connectors.size;
    const kept = known.get(team);
    if (kept?.connectors === connectors) return kept.value;
    const value = make(team);
    known.set(team, { connectors, value });
    return value;
  };
}
