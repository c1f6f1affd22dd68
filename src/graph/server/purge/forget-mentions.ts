import { parseJson } from '../../../contract/json.ts';
import type { StateStore } from '../../state/state-store.ts';
import type { People } from './personal-data.ts';

/** Members that hold no text of a caller's: without them an entry could not be read. */
const isFixed = (member: string): boolean =>
  /^(?:id|kind|of|type|status|state|rights|scope|period)$|(?:Id|At)$/.test(member);

/** Results of mappings hold records, from which people are taken as a whole (`People.without`). */
const results = 'task-result:';

/** A query without one of its words would ask for something else: it goes as a whole. */
const wholeMember = 'request';

/** The members by which lists name whom they are about, which their own stores remove where they should. */
const identifying: Readonly<Record<string, string>> = { exclusions: 'value', 'target-lists': 'ref' };

/**
 * Empties every text in the state of a graph that holds a name of these people, whichever feature has stored it: labels,
 * reasons, notes, names of lists and teams. Resolves with the number of entries that changed.
 */
export async function forgetMentions(state: StateStore, people: Pick<People, 'isNamedIn'>): Promise<number> {
  const holds = (text: string): boolean => people.isNamedIn(text);
  let changed = 0;
  for await (const partition of state.partitions('')) {
    if (partition.startsWith(results)) continue;
    const own = identifying[partition.slice(0, partition.indexOf(':'))];
    const isExempt = (member: string): boolean => member === own || isFixed(member);
    for (const { key, value, ttlMs } of await state.list(partition, { prefix: '' })) {
      if (revised(value, holds, isExempt) === value) continue;
      changed += await state.update(partition, (read) => {
        const text = read(key);
        const next = text === undefined ? undefined : revised(text, holds, isExempt);
        if (next === undefined || next === text) return { value: 0 };
        return { value: 1, writes: new Map([[key, { value: next, ttlMs }]]) };
      });
    }
  }
  if (changed > 0) state.erase();
  return changed;
}

/** Most values are JSON objects; those that are none are a number or an id. */
function revised(text: string, holds: (text: string) => boolean, isExempt: (member: string) => boolean): string {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return text;
  const next = withoutMentions(value, holds, isExempt);
  return next === value ? text : JSON.stringify(next);
}

/**
 * A JSON value without the texts that hold a name, which are empty instead; the same value if none does. Exempt members
 * stay; a member whose own name holds one is left out.
 */
function withoutMentions(
  value: unknown,
  holds: (text: string) => boolean,
  isExempt: (member: string) => boolean,
): unknown {
  if (typeof value === 'string') return value !== '' && holds(value) ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map((item) => withoutMentions(item, holds, isExempt));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const members = Object.entries(value);
  const kept = members.flatMap(([name, member]) => {
    if (isExempt(name)) return [[name, member] as const];
    const next = withoutMentions(member, holds, isExempt);
    return holds(name) || (name === wholeMember && next !== member) ? [] : [[name, next] as const];
  });
  const isSame = kept.length === members.length && kept.every(([, member], at) => member === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}
