import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { remapConnectors } from '../../service/mapping/remap-connectors.ts';
import { erase } from '../../store/forget/erase.ts';
import { forget } from '../../store/forget/forget.ts';
import { command } from './command.ts';

/** Answer of the command: the lines to print, and the names that the graph must purge, too. */
const ForgetAnswer = Type.Object({
  people: Type.Number(),
  companies: Type.Number(),
  names: Type.Array(Type.String()),
  fullNames: Type.Array(Type.String()),
  unknown: Type.Array(Type.String()),
  remains: Type.Array(Type.String()),
});

/** @throws if the line is not such an answer */
export const readForgotten = (line: string): Static<typeof ForgetAnswer> => Value.Parse(ForgetAnswer, JSON.parse(line));

/** Deletes people from the store, and erases them from its files if the store is embedded. */
export const forgetCommand = command(
  Type.Object({ people: Type.Array(Type.String(), { minItems: 1 }) }),
  async ({ store, cluster, stdout, audit }, { people }) => {
    const forgotten = await forget(store, people);
    if (forgotten.companies > 0) await remapConnectors(store.db, new Date());
    audit?.('person.forgotten', { people: forgotten.people, companies: forgotten.companies });
    await cluster?.drain();
    // Even if no record is left: an earlier attempt may have ended before this.
    const remains = [...(await erase(store)), ...(cluster ? [ofCluster] : [])];
    stdout(JSON.stringify({ ...forgotten, remains }));
  },
);

const ofCluster =
  'The search cluster no longer finds them, but keeps deleted documents on disk until it merges them. "kith search rebuild" builds new indexes.';
