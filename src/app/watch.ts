import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { isObject } from '../contract/json.ts';
import { CommandFailure } from './command-failure.ts';
import { jsonOf, sentenceIn } from './graph-answer.ts';
import { askWithKey, type KeyedGraph } from './graph-channel.ts';

/** Input of a new watch, validated by the graph. */
export interface NewWatch {
  readonly name: string;
  readonly of: 'NETWORK' | 'SEARCH';
  readonly dsl?: unknown;
  readonly everyMinutes: number;
  readonly webhook?: { readonly url: string; readonly facts: boolean } | undefined;
}

const Maybe = <Shape extends Type.TSchema>(shape: Shape) => Type.Union([shape, Type.Null()]);

const ShownWatch = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: Type.String(),
  reason: Maybe(Type.String()),
  people: Maybe(Type.Number()),
  lastPollAt: Maybe(Type.String()),
  callsToday: Type.Number(),
  bytesToday: Type.Number(),
});
export type ShownWatch = Static<typeof ShownWatch>;

const ShownDelivery = Type.Object({
  id: Type.String(),
  attempts: Type.Number(),
  outcome: Maybe(Type.String()),
  deliveredAt: Maybe(Type.String()),
  nextAttemptAt: Maybe(Type.String()),
});
export type ShownDelivery = Static<typeof ShownDelivery>;

const watchFields = 'id name state reason people lastPollAt callsToday bytesToday';

const Written = Type.Object({ watch: Maybe(ShownWatch), secret: Maybe(Type.String()) });

/** @throws {CommandFailure} if the graph does not answer, or refuses; so do the functions below */
export const createWatch = (graph: KeyedGraph, input: NewWatch) =>
  change(graph, 'createWatch', 'CreateWatchInput', `watch { ${watchFields} } secret`, Written, input);

export const listWatches = async (graph: KeyedGraph): Promise<readonly ShownWatch[]> =>
  (await ask(graph, `{ answer: watches(first: 1000) { ${watchFields} } }`, {}, Type.Array(ShownWatch))) ?? [];

export const pauseWatch = (graph: KeyedGraph, id: string, paused: boolean) =>
  change(graph, 'updateWatch', 'UpdateWatchInput', `watch { ${watchFields} } secret`, Written, {
    id,
    paused,
    ...(!paused && { resume: true }),
  });

export const deleteWatch = (graph: KeyedGraph, id: string) =>
  change(graph, 'deleteWatch', 'DeleteWatchInput', 'deleted', Type.Object({ deleted: Type.Boolean() }), { id });

export const testWatch = (graph: KeyedGraph, id: string) =>
  change(
    graph,
    'testWatch',
    'TestWatchInput',
    'delivered outcome',
    Type.Object({ delivered: Type.Boolean(), outcome: Maybe(Type.String()) }),
    { id },
  );

export const replayWatch = (graph: KeyedGraph, id: string, since: string | undefined) =>
  change(graph, 'replayDeliveries', 'ReplayDeliveriesInput', 'replayed', Type.Object({ replayed: Type.Number() }), {
    id,
    since,
  });

export const deliveriesOf = async (graph: KeyedGraph, id: string): Promise<readonly ShownDelivery[]> => {
  const all = await ask(
    graph,
    '{ answer: watches(first: 1000) { id deliveries(first: 100) { id attempts outcome deliveredAt nextAttemptAt } } }',
    {},
    Type.Array(Type.Object({ id: Type.String(), deliveries: Maybe(Type.Array(ShownDelivery)) })),
  );
  return all?.find((one) => one.id === id)?.deliveries ?? [];
};

const ShownChange = Type.Object({ id: Type.String() });

const changesQuery = `query ($watch: ID!, $since: ID) {
  answer: networkChanges(watch: $watch, since: $since, first: 1000) {
    nodes {
      id kind seenAt profileId
      profile { fullName currentTitle currentCompanyName }
      ... on PersonMoved { before { title employer } after { title employer } stillMatches }
      ... on TieChanged { connector { id name } normalizedStrengthBefore normalizedStrengthAfter origins }
    }
  }
}`;

/** Up to 1,000 changes of a watch after `since`, in order. */
export const changesOf = async (graph: KeyedGraph, watch: string, since: string | undefined) =>
  (await ask(graph, changesQuery, { watch, since }, Type.Object({ nodes: Type.Array(ShownChange) })))?.nodes ?? [];

/** Resolves a watch's name or id to its id. */
export const watchIdOf = async (graph: KeyedGraph, name: string): Promise<string> => {
  const named = (await listWatches(graph)).filter((one) => one.id === name || one.name === name);
  const [watch] = named;
  if (watch && named.length === 1) return watch.id;
  throw new CommandFailure(
    watch
      ? `${named.length} watches are called “${name}”: give the id of one, as "kith watch list" shows it.`
      : `this key has no watch “${name}”.`,
  );
};

async function change<Shape extends Type.TSchema>(
  graph: KeyedGraph,
  field: string,
  input: string,
  fields: string,
  shape: Shape,
  value: object,
): Promise<Static<Shape>> {
  const query = `mutation ($input: ${input}!) { answer: ${field}(input: $input) { ${fields} problems { message } } }`;
  const Payload = Type.Object({ problems: Type.Array(Type.Object({ message: Type.String() })) });
  const answer = await ask(graph, query, { input: value }, Payload);
  const [problem] = answer?.problems ?? [];
  if (problem) throw new CommandFailure(problem.message);
  if (Value.Check(shape, answer)) return answer;
  throw new CommandFailure('the server that answers has no watches.');
}

async function ask<Shape extends Type.TSchema>(
  graph: KeyedGraph,
  query: string,
  variables: object,
  shape: Shape,
): Promise<Static<Shape> | undefined> {
  const answer = jsonOf(await askWithKey(graph, { method: 'POST', path: '/graphql', body: { query, variables } }));
  const told = isObject(answer) && isObject(answer.data) ? answer.data.answer : undefined;
  if (Value.Check(shape, told)) return told;
  throw new CommandFailure(sentenceIn(answer) ?? 'the server that answers has no watches.');
}
