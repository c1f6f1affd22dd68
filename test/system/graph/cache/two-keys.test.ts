import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { ReceiptLines } from '../../../../src/graph/credits/receipt.ts';
import { demoTeams } from '../../../../src/store/sample/demo.ts';
import type { GraphAnswer } from '../../../support/graph/graph.ts';
import { upstreams } from '../../../support/graph/upstreams.ts';
import type { Alteration } from '../../../support/network/recorder.ts';
import { randomFrom } from '../../../support/random.ts';
import type { SampleGraph } from '../../../support/sample/sample-graph.ts';

const seed = Number(process.env.KITH_TEST_SEED ?? 1);

const operations = 140;
const atOnce = 40;

const query = `query ($people: [ProfileBy!]!, $companies: [CompanyBy!]!) {
  profiles(by: $people) { ... on Profile { id about } }
  companies(by: $companies) { ... on Company { id description } }
  relationships(first: 2) { nodes { connections { connectorName } } }
}`;

interface Answered {
  readonly profiles: readonly { readonly id: string; readonly about: string }[];
  readonly companies: readonly { readonly id: string; readonly description: string }[];
  readonly relationships: object;
}

/** What one key asked, was told and was charged. */
class Side {
  readonly key: string;
  /** The names it asked for, as they stand in a fetch. */
  readonly asked = new Set<string>();
  /** The records it was shown: the stamps they bore, by id. */
  readonly shown = new Map<string, Set<string>>();
  /** The stamps that were put on what its calls fetched, with the id of the record. */
  readonly stamped = new Map<string, string>();
  readonly relationships = new Set<string>();
  charged = 0;
  spared = 0;

  constructor(key: string) {
    this.key = key;
  }

  show(id: string, stamp: string): void {
    this.shown.set(id, (this.shown.get(id) ?? new Set()).add(stamp));
  }

  book({ charged, shared, savedByCache }: ReceiptLines): void {
    this.charged += charged;
    this.spared += shared + savedByCache;
  }
}

/**
 * Two keys ask a graph for the same people and companies, and for some that the other never asks for, all at once and
 * over both transports. Whatever an upstream sends bears a stamp that says for whose call it was sent.
 */
for (const upstream of upstreams)
  describe(`two keys under load, over ${upstream.name}`, () => {
    it(`share no call, no record and no receipt (seed ${seed})`, { timeout: 120_000 }, async (test) => {
      const random = randomFrom(seed);
      const below = (bound: number): number => Math.floor(random() * bound);
      const receipts: ReceiptLines[] = [];
      await using sample = await upstream.openSample({
        graph: { credits: { cache: { keepMs: 600_000 }, onReceipt: (lines) => receipts.push(lines) } },
      });
      const sides = [new Side(demoTeams.team.key), new Side(demoTeams.partner.key)] as const;
      const sideOf = (key: string | undefined): Side => {
        const side = sides.find((one) => one.key === key);
        assert.ok(side, `a call bore the key ${key}`);
        return side;
      };
      sample.upstream.alter = stampFor(sideOf);
      const before = await Promise.all(sides.map(({ key }) => sample.usage(key)));

      const sockets = new Map(sides.map((side) => [side, openSocket(sample, side.key)]));
      const askOnce = async (side: Side): Promise<void> => {
        const variables = someOf(sample, sides.indexOf(side), below);
        for (const name of [...variables.people, ...variables.companies]) side.asked.add(nameOf(name));
        const socket = random() < 0.5 ? sockets.get(side) : undefined;
        const { data, errors, extensions }: GraphAnswer<Answered> = socket
          ? await socket.ask(variables)
          : await sample.ask<Answered, object>(side.key, query, variables);
        assert.equal(errors, undefined);
        assert.ok(data && extensions?.credits);
        for (const { id, about } of data.profiles) side.show(id, about);
        for (const { id, description } of data.companies) side.show(id, description);
        side.relationships.add(JSON.stringify(data.relationships));
        side.book(extensions.credits);
      };
      let begun = 0;
      const lane = async (): Promise<void> => {
        while (begun < operations) {
          begun += 1;
          await askOnce(sides[begun % 2 === 0 ? 0 : 1]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      for (const socket of sockets.values()) await socket.close();

      for (const [at, side] of sides.entries()) {
        const { key, asked, shown, stamped, charged, spared } = side;
        const calls = sample.upstream.calls.filter((call) => call.key === key);
        const sent = calls.flatMap(({ path, body }) => (path.endsWith('/fetch') ? namesIn(body) : []));
        test.diagnostic(
          `key ${at + 1}: ${calls.length} calls, ${shown.size} records, ${charged} credits, ${spared} records shared or remembered`,
        );
        assert.deepEqual(
          sent.filter((name) => !asked.has(name)),
          [],
          'what its calls named',
        );
        for (const [id, stamps] of shown)
          for (const stamp of stamps) assert.equal(stamped.get(stamp), id, `${stamp} on ${id} is its own`);
        // Each record is asked for under one name, so the key pays for it once, whatever the other one has paid for.
        assert.equal(charged, shown.size);
        assert.equal(stamped.size, charged);
        assert.equal((await sample.usage(key)) - (before[at] ?? 0), charged);
        assert.equal(side.relationships.size, 1);
        assert.ok(spared > charged, 'its own records were shared and remembered');
      }
      const [one, other] = sides;
      const common = [...one.shown.keys()].filter((id) => other.shown.has(id)).length;
      test.diagnostic(`${receipts.length} operations, ${common} records that both keys asked for`);
      assert.ok(common > 100 && common < one.shown.size && common < other.shown.size);
      assert.notDeepEqual(one.relationships, other.relationships);
      assert.equal(receipts.length, operations);
      assert.equal(
        receipts.reduce((sum, { charged }) => sum + charged, 0),
        one.charged + other.charged,
      );
    });
  });

/** Puts a stamp on each record that is fetched, and tells it to the side whose key the call bore. */
function stampFor(sideOf: (key: string | undefined) => Side): Alteration {
  let count = 0;
  return ({ key, path }, body) => {
    const side = sideOf(key);
    const results = memberOf(body, 'results');
    if (!path.endsWith('/fetch') || !Array.isArray(results)) return body;
    const stamped = results.map((record: object) => {
      count += 1;
      const stamp = `sent to ${side.key} as number ${count}`;
      side.stamped.set(stamp, String(memberOf(record, 'id')));
      return path.includes('profiles')
        ? { ...record, profile_info: { ...Object(memberOf(record, 'profile_info')), about: stamp } }
        : { ...record, company_info: { ...Object(memberOf(record, 'company_info')), description: stamp } };
    });
    return { ...Object(body), results: stamped };
  };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

type Name = Readonly<Record<string, string | number>>;

/** People and companies that both sides ask for, and some that are this side's alone; each by one name, of any kind. */
function someOf({ profiles, companySlugs }: SampleGraph, at: number, below: (bound: number) => number) {
  const pick = <Item>(items: readonly Item[], most: number): Item[] => {
    const own = (number: number): number => (number < items.length / 2 ? number : number - (number % 2) + at);
    const chosen = Array.from({ length: 1 + below(most) }, () => own(below(items.length - 1)));
    return [...new Set(chosen)].flatMap((number) => items[number] ?? []);
  };
  const nameOfPerson = (person: SampleGraph['profiles'][number]): Name => {
    const names = [
      { id: person.id },
      { xnetSlug: person.slug },
      { xnetId: person.xnetId },
      { xnetEntityId: person.entityId },
    ];
    return names[person.xnetId % names.length] ?? { id: person.id };
  };
  return {
    people: pick(profiles, 20).map(nameOfPerson),
    companies: pick(companySlugs, 8).map((xnetSlug): Name => ({ xnetSlug })),
  };
}

const arrays: Readonly<Record<string, string>> = {
  id: 'ids',
  xnetSlug: 'xnet_names',
  xnetId: 'xnet_ids',
  xnetEntityId: 'xnet_entity_ids',
};

const nameOf = (name: Name): string =>
  Object.entries(name)
    .map(([kind, value]) => `${arrays[kind]} ${value}`)
    .join();

const namesIn = (body: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  Object.entries(body ?? {}).flatMap(([array, values]) =>
    array === 'fields' || !Array.isArray(values) ? [] : values.map((value) => `${array} ${value}`),
  );

/** A WebSocket of a key, over which its operations run side by side. */
function openSocket({ graph }: SampleGraph, apiKey: string) {
  const client = createClient({
    url: `${graph.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey },
    lazy: false,
  });
  return {
    async ask(variables: Record<string, unknown>): Promise<GraphAnswer<Answered>> {
      for await (const answer of client.iterate<Answered>({ query, variables })) return answer as GraphAnswer<Answered>;
      throw new Error('The socket gave no answer.');
    },
    close: async () => client.dispose(),
  };
}
