import { setTimeout as pause } from 'node:timers/promises';
import type { GraphOptions } from '../../../../src/graph/graph-options.ts';
import { ChangingNetwork } from '../../../support/changing-network.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const secret = 'a secret for watches, which is long enough';

export interface ShownChange {
  readonly id: string;
  readonly kind: string;
  readonly profileId: string | null;
  readonly profile: { readonly fullName: string; readonly currentTitle: string } | null;
  readonly before?: { readonly title: string; readonly employer: string };
  readonly after?: { readonly title: string; readonly employer: string };
  readonly stillMatches?: boolean;
  readonly connector?: { readonly id: string; readonly name: string | null };
  readonly normalizedStrengthBefore?: number | null;
  readonly normalizedStrengthAfter?: number | null;
}

export const changeFields = `
  id kind profileId profile { fullName currentTitle }
  ... on PersonMoved { before { title employer } after { title employer } stillMatches }
  ... on TieChanged { connector { id name } normalizedStrengthBefore normalizedStrengthAfter }`;

/** A graph that watches a network of twenty people, whom two connectors know, through time that a test moves. */
export interface Watched extends AsyncDisposable {
  readonly network: ChangingNetwork;
  readonly clock: ManualClock;
  readonly graph: TestGraph;
  /** Asks with the key, and demands an answer. */
  ask<Data>(query: string, variables?: object): Promise<Data>;
  /** Makes a watch, and waits until it has read the network. */
  create(input?: object): Promise<{ readonly id: string; readonly secret: string | null }>;
  /** Lets hours pass, or other steps of time, each with its poll. */
  pass(steps: number, stepMs?: number): Promise<void>;
  changes(watch: string, since?: string): Promise<readonly ShownChange[]>;
  stateOf(watch: string): Promise<{ readonly state: string; readonly reason: string | null; readonly people: number }>;
}

/** The network of the cast, on a port of its own, and its time. */
export async function openNetwork() {
  const clock = new ManualClock();
  const network = new ChangingNetwork(1);
  const [one, other] = [network.addConnector(), network.addConnector()];
  for (let at = 0; at < 20; at += 1) network.join(clock.now() - 1e9, at % 2 === 0 ? [one] : [one, other]);
  return { clock, network, url: await network.listen() };
}

/** @param over a network that several graphs watch, one after the other; whoever opened it closes it */
export async function openWatched(
  options: Partial<GraphOptions> = {},
  over?: Awaited<ReturnType<typeof openNetwork>>,
): Promise<Watched> {
  const { clock, network, url } = over ?? (await openNetwork());
  const graph = await openTestGraph(url, {
    // What is kept belongs to one address of the data service: the recorder's is another for each graph.
    ...{ upstreamUrl: url, clock, secret, watches: { allowPrivate: true } },
    ...options,
  });
  const ask = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const { data, errors } = await graph.ask<Data, object>('key', query, variables);
    if (!data || errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const polls = async () => JSON.stringify((await ask<{ watches: object[] }>('{ watches { lastPollAt } }')).watches);
  const settled = async (before: string) => {
    while ((await polls()) === before) await pause(1);
  };
  return {
    ...{ network, clock, graph, ask },
    async create(input = {}) {
      const made = await ask<{
        createWatch: { watch: { id: string } | null; secret: string | null; problems: object[] };
      }>(
        `mutation ($input: CreateWatchInput!) {
          createWatch(input: $input) { watch { id } secret problems { message } }
        }`,
        { input: { name: 'all', of: 'NETWORK', ...input } },
      );
      const { watch, secret: told, problems } = made.createWatch;
      if (!watch) throw new Error(JSON.stringify(problems));
      const isRead = async () =>
        (
          await ask<{ watches: { id: string; lastPollAt: string | null }[] }>('{ watches { id lastPollAt } }')
        ).watches.find(({ id }) => id === watch.id)?.lastPollAt;
      while (!(await isRead())) await pause(1);
      return { id: watch.id, secret: told };
    },
    async pass(steps, stepMs = hourMs) {
      for (let step = 0; step < steps; step += 1) {
        const before = await polls();
        clock.advance(stepMs);
        await settled(before);
      }
    },
    async changes(watch, since) {
      const answer = await ask<{ networkChanges: { nodes: ShownChange[] } }>(
        `query ($watch: ID!, $since: ID) { networkChanges(watch: $watch, since: $since) { nodes { ${changeFields} } } }`,
        { watch, since },
      );
      return answer.networkChanges.nodes;
    },
    async stateOf(watch) {
      const { watches } = await ask<{
        watches: { id: string; state: string; reason: string | null; people: number }[];
      }>('{ watches { id state reason people } }');
      const found = watches.find(({ id }) => id === watch);
      if (!found) throw new Error('There is no such watch.');
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await graph.close();
      if (!over) await network[Symbol.asyncDispose]();
    },
  };
}
