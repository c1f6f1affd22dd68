import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { remapConnectors } from '../../service/mapping/remap-connectors.ts';
import { erase } from '../../store/forget/erase.ts';
import { forget } from '../../store/forget/forget.ts';
import { command } from './command.ts';

/** What `kith forget` prints, and which names the graph is to forget as well. */
const ForgetAnswer = Type.Object({
  people: Type.Number(),
  companies: Type.Number(),
  names: Type.Array(Type.String()),
  unknown: Type.Array(Type.String()),
  remains: Type.Array(Type.String()),
});

/** @throws what is wrong with a line that is no such answer */
export const readForgotten = (line: string): Static<typeof ForgetAnswer> => Value.Parse(ForgetAnswer, JSON.parse(line));

/** Removes people from the store, and from its files as far as these are ours. */
export const forgetCommand = command(
  Type.Object({ people: Type.Array(Type.String(), { minItems: 1 }) }),
  async ({ store, cluster, stdout, audit }, { people }) => {
    const forgotten = await forget(store, people);
    if (forgotten.companies > 0) await remapConnectors(store.db, new Date());
    audit?.('person.forgotten', { people: forgotten.people, companies: forgotten.companies });
    await cluster?.drain();
    // Also if nobody is on record any more: an earlier try may have ended before this.
    const remains = [...(await erase(store)), ...(cluster ? [ofCluster] : [])];
    stdout(JSON.stringify({ ...forgotten, remains }));
  },
);

const ofCluster =
  'The search cluster no longer finds them, but keeps deleted documents on disk until it merges them. "kith search rebuild" builds new indexes.';
