import { shown } from '../../shown.ts';
import { anyOf, type Field, type QueryTree } from '../tree.ts';
import { fieldsNamed } from './fields.ts';
import { type Members, membersOf, objectOf, pathTo, problem, type Reading } from './reading.ts';

/** A clause on one field, `{"term": {"field": …}}`, in its short form (a bare value) or long form (an object). */
export interface ClauseOnField {
  readonly fields: readonly Field[];
  /** The value to match. */
  readonly value: unknown;
  /** The other members of the long form. */
  readonly options: Members;
  /** The JSON path of the field's member. */
  readonly at: string;
  readonly reading: Reading;
}

/** The field that a clause names, and the content of its member. */
export function namedField(body: unknown, at: string, reading: Reading) {
  const members = objectOf(body, at, reading);
  if (members === undefined) return undefined;
  const [first, ...others] = members;
  if (first === undefined) return problem(reading, at, 'must name one field, but got none');
  if (others.length > 0) {
    const names = [...members.keys()].slice(0, 5).join(', ').slice(0, 200);
    const advice = 'options belong in the object of their field, and each field needs its own clause';
    return problem(reading, at, `must name one field, but got ${members.size} (${names}); ${advice}`);
  }
  const [name, content] = first;
  const path = pathTo(at, name);
  const fields = fieldsNamed(name, path, reading);
  return fields && { fields, content, at: path };
}

/**
 * Reads either form. The long form has its value under `valueName`, accepts `options`, and ignores `scoring`, which
 * only affects scores.
 */
export function clauseOnField(
  body: unknown,
  at: string,
  reading: Reading,
  {
    valueName,
    options = [],
    scoring = [],
  }: { readonly valueName: string; readonly options?: readonly string[]; readonly scoring?: readonly string[] },
): ClauseOnField | undefined {
  const named = namedField(body, at, reading);
  if (named === undefined) return undefined;
  const { fields, content } = named;
  if (Array.isArray(content)) {
    return problem(reading, named.at, `must be one value, but got ${shown(content)}; the clause terms takes a list`);
  }
  if (typeof content !== 'object' || content === null) {
    return { fields, value: content, options: new Map(), at: named.at, reading };
  }
  const members = membersOf(content, named.at, [valueName, ...options], reading, scoring);
  if (members === undefined) return undefined;
  if (!members.has(valueName)) return problem(reading, named.at, `must have a ${valueName}, but has none`);
  return { fields, value: members.get(valueName), options: members, at: named.at, reading };
}

/** Applies a clause to each field that its name stands for; one match is enough. */
export const onAnyField = (clause: ClauseOnField, read: (field: Field) => QueryTree): QueryTree =>
  anyOf(clause.fields.map(read));

/** The value as a string; numbers and booleans as JSON writes them. */
export function textOf({ value, at, reading }: Pick<ClauseOnField, 'value' | 'at' | 'reading'>): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return problem(reading, at, `must be a text, a number or a flag, but got ${shown(value)}`);
}

/** A boolean option; default: false. */
export function flagOption(
  { options, at, reading }: Pick<ClauseOnField, 'options' | 'at' | 'reading'>,
  name: string,
): boolean {
  const value = options.get(name) ?? false;
  if (typeof value === 'boolean') return value;
  problem(reading, pathTo(at, name), `must be true or false, but got ${shown(value)}`);
  return false;
}
