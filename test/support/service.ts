import assert from 'node:assert/strict';
import type { Operation } from '../../src/contract/operation/operation.ts';
import { noLoadGuard } from '../../src/http/limits/load-guard.ts';
import { openService, type Service, type ServiceOptions } from '../../src/service/server.ts';
import type { Store, StoreOptions } from '../../src/store/open.ts';
import { keyOf, present, type TeamName, teams } from './cast/cast.ts';
import { castSeed } from './cast/seed.ts';
import { openTestStore } from './store.ts';

/** Who asks, and how. */
export interface Asking {
  /** The child team for `x-authenticate-team`. */
  readonly team?: TeamName;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined where there is no body. */
  readonly body: unknown;
}

export interface CastService extends Service {
  readonly store: Store;
  /** Sends a JSON body with a team's key. */
  post(as: TeamName, path: string, body: unknown, asking?: Asking): Promise<Answer>;
  get(as: TeamName, path: string, asking?: Asking): Promise<Answer>;
  /** Any request at all; what is not given is not sent. */
  send(path: string, request?: RequestInit): Promise<Answer>;
  /** Calls an operation that has to succeed; the answer has the type that the contract gives it. */
  ask<Request, Body>(
    as: TeamName,
    operation: Operation<Request, Body>,
    request: Request,
    asking?: Asking,
  ): Promise<Body>;
  /** Resolves once searches find everything that was written so far. */
  settled(): Promise<void>;
  /** Credits that the team's ledger rows add up to. */
  spent(team: TeamName): Promise<number>;
}

/** The data service on a store of its own, with the cast in it, at any free port. */
export async function openCast({
  onStatement,
  ...options
}: Partial<ServiceOptions> & Pick<StoreOptions, 'onStatement'> = {}): Promise<CastService> {
  const store = await openTestStore({ seed: castSeed, onStatement });
  try {
    const service = await openService({
      store,
      secret: 'a secret for tests, which is long enough',
      urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
      now: () => present,
      ...options,
      traffic: { load: noLoadGuard, ...options.traffic },
    });
    return withVerbs(service, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function withVerbs(service: Service, store: Store): CastService {
  const send = async (path: string, request: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${service.url}${path}`, request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const headersOf = (as: TeamName, { team, headers }: Asking) => ({
    'x-api-key': keyOf(as),
    ...(team && { 'x-authenticate-team': teams[team].id }),
    ...headers,
  });
  const post: CastService['post'] = (as, path, body, asking = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(as, asking) },
      body: JSON.stringify(body),
    });
  const get: CastService['get'] = (as, path, asking = {}) => send(path, { headers: headersOf(as, asking) });
  const close = async () => {
    await service.context.cluster?.drop();
    await service.close();
    await store.close();
  };
  return {
    ...service,
    store,
    send,
    post,
    get,
    ask: async <Request, Body>(
      as: TeamName,
      operation: Operation<Request, Body>,
      request: Request,
      asking?: Asking,
    ) => {
      const { status, body } =
        operation.method === 'POST'
          ? await post(as, operation.path, request, asking)
          : await get(as, `${operation.path}?${new URLSearchParams(Object.entries(request ?? {}))}`, asking);
      assert.ok(status === 200 || status === 202, `${operation.name} answered ${status}: ${JSON.stringify(body)}`);
      // What the contract says of a successful answer.
      return body as Body;
    },
    settled: async () => {
      await service.context.jobs.idle();
      await service.context.cluster?.drain();
    },
    spent: async (team) => {
      const { credits } = await store.db
        .selectFrom('charge')
        .select(({ fn }) => fn.sum<number | null>('credits').as('credits'))
        .where('team_id', '=', teams[team].id)
        .executeTakeFirstOrThrow();
      return credits ?? 0;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
