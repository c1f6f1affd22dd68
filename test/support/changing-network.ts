import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomFrom } from './random.ts';

/** Somebody in a network that a test changes. */
export interface Member {
  readonly id: string;
  title: string;
  employer: string;
  /** The employer's website, if it is not made of its name. */
  website?: string;
  /** Milliseconds since 1970; undefined: the record is undated, and nothing stamps it. */
  updatedAt: number | undefined;
  /** The tier of each connector's connection. */
  readonly ties: Map<string, number>;
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Text of the size that sources of a connection have in the sample. */
const filler = 'x'.repeat(900);

/**
 * A data service of one network, whose people change as a test says. It answers free calls and fetches by id, counts them, and
 * fails as the test says: with 503, with 401, or with listings that are cut short.
 */
export class ChangingNetwork implements AsyncDisposable {
  readonly members = new Map<string, Member>();
  readonly connectors: string[] = [];
  readonly #random: () => number;
  readonly #server = createServer();
  #ids: string[] | undefined;
  calls = 0;
  bytes = 0;
  /** Credits charged, and calls that it does not know. */
  paid = 0;
  isFailing = false;
  isRefused = false;
  /** The share of a listing that is left out, whose count tells of nothing. */
  cut = 0;
  /** How many more people are counted than there are. */
  phantoms = 0;
  /** People outside the network, whose records are found all the same. */
  readonly outsiders = new Set<string>();
  /** People whom the index has lost: of the network only, or of all. */
  lost: ReadonlySet<string> = new Set();
  isLostToAll = true;
  /** What a second item says of these people, behind their own. */
  readonly twice = new Map<string, Partial<Member>>();
  /** By which fields beside `connected_users` it searches. */
  searches: readonly string[] = ['profile_info.updated_at', 'profile_info.id', 'profile_info.current_company_name'];

  /** How many answers wait until they are let go. */
  held = 0;
  #held: Promise<void> | undefined;
  #heldKey: string | undefined;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** Holds all answers about people, or those to one key, until the result is called. */
  hold(apiKey?: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    this.#heldKey = apiKey;
    return () => {
      this.#held = undefined;
      resolve();
    };
  }

  async listen(): Promise<string> {
    this.#server.on('request', async (request, response) => {
      const text = (await request.setEncoding('utf8').toArray()).join('');
      const isHeld = this.#heldKey === undefined || request.headers['x-api-key'] === this.#heldKey;
      if (this.#held && isHeld && request.url?.startsWith('/v3/')) {
        this.held += 1;
        await this.#held;
        this.held -= 1;
      }
      const { status, body } = this.#answer(request.url ?? '', text === '' ? {} : JSON.parse(text));
      const bytes = Buffer.from(JSON.stringify(body));
      this.bytes += bytes.length;
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // The server listens on TCP.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => Math.floor(this.#random() * 16).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  }

  addConnector(): string {
    const id = this.uuid();
    this.connectors.push(id);
    return id;
  }

  join(updatedAt: number | undefined, ties: readonly string[]): Member {
    const member: Member = {
      id: this.uuid(),
      title: `Title ${Math.floor(this.#random() * 40)} of something`,
      employer: `Employer ${Math.floor(this.#random() * 400)}`,
      updatedAt,
      ties: new Map(ties.map((connector) => [connector, Math.floor(this.#random() * 4)])),
    };
    this.members.set(member.id, member);
    this.#ids = undefined;
    return member;
  }

  leave(id: string): void {
    this.members.delete(id);
    this.#ids = undefined;
  }

  /** A connector leaves, and with it all whom nobody else knows; their records stay. */
  disconnect(connector: string): readonly string[] {
    const left: string[] = [];
    for (const { id, ties } of this.members.values()) {
      if (!ties.delete(connector) || ties.size > 0) continue;
      left.push(id);
      this.leave(id);
      this.outsiders.add(id);
    }
    return left;
  }

  /** Somebody who left comes back. */
  rejoin(member: Member): void {
    this.members.set(member.id, member);
    this.#ids = undefined;
  }

  someone(): Member {
    const ids = this.#sorted();
    const member = this.members.get(ids[Math.floor(this.#random() * ids.length)] ?? '');
    if (!member) throw new Error('Nobody is in the network.');
    return member;
  }

  /** The bytes of everybody's relationships: what a nightly copy takes. */
  get copyBytes(): number {
    let bytes = 0;
    for (const member of this.members.values()) bytes += JSON.stringify(itemOf(member)).length + 1;
    return bytes;
  }

  #sorted(): readonly string[] {
    this.#ids ??= [...this.members.keys()].sort();
    return this.#ids;
  }

  #answer(path: string, request: Json): { readonly status: number; readonly body: unknown } {
    this.calls += 1;
    if (this.isRefused) return { status: 401, body: { code: 401, errors: ['The API key is not valid.'] } };
    if (path === '/credits/usage') return { status: 200, body: { usage: this.paid } };
    if (this.isFailing) return { status: 503, body: { code: 503, errors: ['Try again.'] } };
    if (path === '/v3/profiles/fetch') {
      const results = list(request.ids)
        .flatMap((id) => this.members.get(String(id)) ?? [])
        .map(recordOf);
      this.paid += results.length;
      return { status: 200, body: { results } };
    }
    const isSearch = path === '/v3/profiles/search';
    if (!isSearch && path !== '/v3/relationships') {
      this.paid += 1;
      return { status: 404, body: { code: 404, errors: [`${path} is not here.`] } };
    }
    const query = isJson(request.query) ? request.query : { match_all: {} };
    const fields = JSON.stringify(query).match(/profile_info\.\w+/g) ?? [];
    if (fields.some((field) => !this.searches.includes(field)))
      return { status: 400, body: { code: 400, errors: [`query: ${fields.join()} is not indexed.`] } };
    let found = 'match_all' in query ? this.#sorted() : this.#sorted().filter((id) => this.#matches(query, id));
    const isWhole = isSearch && request.in_network_only !== true;
    if (this.isLostToAll || !isWhole) found = found.filter((id) => !this.lost.has(id));
    const asked = JSON.stringify(query);
    if (isWhole) found = [...found, ...[...this.outsiders].filter((id) => 'match_all' in query || asked.includes(id))];
    if (isSearch && request.stable_pagination === true && this.cut > 0)
      found = found.slice(0, Math.floor(found.length * (1 - this.cut)));
    const limit = typeof request.limit === 'number' ? request.limit : 100;
    const from = Number(request.pagination_token ?? 0);
    const ids = found.slice(from, from + limit);
    const more = limit > 0 && from + limit < found.length ? { pagination_token: String(from + limit) } : {};
    const total = found.length + this.phantoms;
    if (isSearch) return { status: 200, body: { ids, total_count: total, ...more } };
    const items = ids.flatMap((id) => {
      const member = this.members.get(id);
      const other = this.twice.get(id);
      return member ? [member, ...(other ? [{ ...member, ...other }] : [])].map(itemOf) : [];
    });
    return { status: 200, body: { items, count: items.length, total_count: total, ...more } };
  }

  #matches(query: Json, id: string): boolean {
    const member = this.members.get(id);
    const [[name, body] = ['', undefined]] = Object.entries(query);
    if (!member || !isJson(body)) return false;
    const [[field, wanted] = ['', undefined]] = Object.entries(body);
    const matches = (clause: unknown) => isJson(clause) && this.#matches(clause, id);
    switch (name) {
      case 'match_all':
        return true;
      case 'bool':
        return (
          [...list(body.filter), ...list(body.must)].every(matches) &&
          !list(body.must_not).some(matches) &&
          (body.should === undefined || list(body.should).some(matches))
        );
      case 'exists':
        return member.updatedAt !== undefined;
      case 'range':
        return isJson(wanted) && member.updatedAt !== undefined && member.updatedAt >= Date.parse(String(wanted.gte));
      case 'prefix':
        return id.startsWith(String(wanted));
      case 'term':
      case 'terms': {
        const values = list(wanted);
        if (field === 'profile_info.current_company_name') return values.includes(member.employer);
        return field === 'connected_users' ? values.some((one) => member.ties.has(String(one))) : values.includes(id);
      }
      default:
        throw new Error(`The scripted service does not know ${name}.`);
    }
  }
}

const recordOf = ({ id, title, employer }: Member) => ({
  id,
  profile_info: { full_name: `Person ${id.slice(0, 8)}`, headline: `${title} at ${employer}` },
});

const itemOf = ({ id, title, employer, website, ties }: Member) => ({
  profile: {
    id,
    full_name: `Person ${id.slice(0, 8)}`,
    current_title: title,
    xnet_url: `https://xnet.example/in/person-${id.slice(0, 12)}`,
    work_email: `${id.slice(0, 8)}@example.com`,
    current_company_name: employer,
    current_company_website:
      website ?? (employer === '' ? null : `${employer.toLowerCase().replaceAll(' ', '-')}.example`),
  },
  connections: [...ties].map(([connector, tier]) => ({
    connector_id: connector,
    connector_name: `Connector ${connector.slice(0, 4)}`,
    connection_strength_normalized: tier,
    connection_strength: tier / 3,
    sources: [{ origin: 'work_overlap', shared_company: filler }],
  })),
});
