import { parseJson } from '../../../contract/json.ts';
import type { StateStore } from '../../state/state-store.ts';
import type { People } from './personal-data.ts';

/** Members that hold no text of a caller's: without them an entry could not be read. */
const isFixed = (member: string): boolean =>
  /^(?:id|key|hash|owner|session|purse|callback|result|space|salt|sealed|kind|of|type|status|state|rights|scope|period)$|(?:Id|At)$/.test(
    member,
  );

/** Results of mappings hold records, from which people are taken as a whole (`People.without`). */
const results = 'task-result:';

/** A query without one of its words would ask for something else: it goes as a whole. */
const wholeMember = 'request';

/** Partitions whose values have members that are named by callers: by operations. */
const receipts = 'receipts:';

/** Whose the names of an object's members are: the graph's, or, of it alone or of all within it, a caller's. */
type Naming = 'ours' | 'theirs' | 'theirs throughout';

/** The members by which lists name whom they are about, which their own stores remove where they should. */
const identifying: Readonly<Record<string, string>> = { exclusions: 'value', 'target-lists': 'ref' };

/**
 * Empties every text in the state of a graph that holds a name of these people, whichever feature has stored it: labels,
 * reasons, notes, names of lists and teams. Resolves with the number of entries that changed; the file is its caller's to erase.
 */
export async function forgetMentions(state: StateStore, people: Pick<People, 'isNamedIn'>): Promise<number> {
  const holds = (text: string): boolean => people.isNamedIn(text);
  let changed = 0;
  for await (const partition of state.partitions('')) {
    if (partition.startsWith(results)) continue;
    const own = identifying[partition.slice(0, partition.indexOf(':'))];
    const forgetIn = (text: string): string =>
      revised(text, {
        holds,
        isExempt: (member) => member === own || isFixed(member),
        naming: partition.startsWith(receipts) ? 'theirs' : 'ours',
      });
    for (const { key, value, ttlMs } of await state.list(partition, { prefix: '' })) {
      if (forgetIn(value) === value) continue;
      changed += await state.update(partition, (read) => {
        const text = read(key);
        const next = text === undefined ? undefined : forgetIn(text);
        if (next === undefined || next === text) return { value: 0 };
        return { value: 1, writes: new Map([[key, { value: next, ttlMs }]]) };
      });
    }
  }
  return changed;
}

interface Rules {
  readonly holds: (text: string) => boolean;
  /** Whether a member of ours stays as it is. */
  readonly isExempt: (member: string) => boolean;
  readonly naming: Naming;
}

/** Most values are JSON objects; those that are none are a number or an id. */
function revised(text: string, rules: Rules): string {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return text;
  const next = withoutMentions(value, rules);
  return next === value ? text : JSON.stringify(next);
}

/**
 * A JSON value without the texts that hold a name, which are empty instead; the same value if none does. Exempt members
 * stay; a member whose name is a caller's and holds one is left out.
 */
function withoutMentions(value: unknown, rules: Rules): unknown {
  const { holds, isExempt, naming } = rules;
  if (typeof value === 'string') return value !== '' && holds(value) ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map((item) => withoutMentions(item, rules));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const members = Object.entries(value);
  const kept = members.flatMap(([name, member]) => {
    if (naming !== 'ours') {
      const within = naming === 'theirs' ? 'ours' : naming;
      return holds(name) ? [] : [[name, withoutMentions(member, { ...rules, naming: within })] as const];
    }
    if (isExempt(name)) return [[name, member] as const];
    if (name !== wholeMember) return [[name, withoutMentions(member, rules)] as const];
    const next = withoutMentions(member, { ...rules, naming: 'theirs throughout' });
    return next === member ? [[name, member] as const] : [];
  });
  const isSame = kept.length === members.length && kept.every(([, member], at) => member === members[at]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}
