import { parseJson } from '../../../contract/json.ts';
import type { People } from '../../state/people/people.ts';
import { familyOf, type StoredFamily } from '../../state/state-adapter.ts';
import type { StateStore } from '../../state/state-store.ts';

/** Members that never contain callers' text, and without which an entry could not be read. */
const isFixed = (member: string): boolean =>
  /^(?:id|key|hash|owner|session|purse|callback|result|space|salt|sealed|kind|of|type|status|state|rights|scope|period)$|(?:Id|At)$/.test(
    member,
  );

/** Mapping results are skipped: they contain records, from which `People.without` removes whole people. */
const results = 'task-result:';

/** A request that mentions a name is removed as a whole: without one of its words, it would ask for something else. */
const wholeMember = 'request';

/** Partitions whose values are objects with member names from callers: names of operations. */
const receipts = 'receipts:';

/**
 * Who chose the member names of an object: the graph; a caller (`theirs`); or a caller at every level (`theirs
 * throughout`).
 */
type Naming = 'ours' | 'theirs' | 'theirs throughout';

/**
 * Empties every text in the state that contains a name of these people, whichever feature stored it: labels, reasons,
 * notes, names of lists and teams. Resolves with the number of changed entries. The caller must erase the file's free
 * space.
 */
export async function forgetMentions(
  state: StateStore,
  people: Pick<People, 'isNamedIn'>,
  families: readonly StoredFamily[],
): Promise<number> {
  const identifying = new Map(families.map(({ family, identifying: member }) => [family, member]));
  const holds = (text: string): boolean => people.isNamedIn(text);
  let changed = 0;
  for await (const { partition, entries } of state.readable('')) {
    if (partition.startsWith(results)) continue;
    const own = identifying.get(familyOf(partition));
    const forgetIn = (text: string): string =>
      revised(text, {
        holds,
        isExempt: (member) => member === own || isFixed(member),
        naming: partition.startsWith(receipts) ? 'theirs' : 'ours',
      });
    for (const { key, value, ttlMs } of entries) {
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
  /** Whether a member named by the graph stays unchanged. */
  readonly isExempt: (member: string) => boolean;
  readonly naming: Naming;
}

/** Other values than JSON objects are numbers or ids, and stay. */
function revised(text: string, rules: Rules): string {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return text;
  const next = withoutMentions(value, rules);
  return next === value ? text : JSON.stringify(next);
}

/**
 * Replaces the texts in a JSON value that contain a name by empty ones; returns the same value if there are none.
 * Exempt members stay. Members whose name was chosen by a caller and contains a name are removed.
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
