import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { numbersIn } from '../reading/ranges.ts';
import { singular } from '../reading/title-forms.ts';
import { Refused } from './refused.ts';

/** The input schema of a tool, as far as arguments are read by it. */
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, PropertySchema>>;
}

interface PropertySchema {
  readonly type?: string;
  readonly 'x-type'?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: PropertySchema;
}

/** Other names of arguments that models write, folded, with the argument that each stands for. */
export type OtherNames = Readonly<Record<string, string>>;

/**
 * The arguments of a call, as models really send them: null for absent, numbers, yes or no and lists as text, one text for
 * a list, and other names. Anything else is refused, with the arguments that the tool takes.
 *
 * @param subject - the argument that names what the call is about
 * @throws {Refused}
 */
export function argumentsIn<Input extends TSchema>(
  tool: string,
  input: Input,
  args: unknown,
  otherNames: OtherNames = {},
  subject?: string,
): Static<Input> {
  const { properties = {} } = input as ObjectSchema;
  const names = new Map(Object.keys(properties).map((name) => [folded(name), name]));
  const given: Record<string, unknown> = {};
  const flat = Object.entries(flatArguments(input, args, otherNames)).map(([name, value]) => ({
    name,
    value,
    known: knownAs(name, (one) => names.get(one) ?? otherNames[one]),
  }));
  const hasSubject = flat.some(({ known }) => known === subject || known === 'company' || known === 'companies');
  const unknown = flat.filter(({ name, known }) => known === undefined && !ignored.has(folded(name)));
  for (const { name, value, ...argument } of flat) {
    // What a call is about may have any name, such as `attendees`, if nothing else says it, and no other name is unknown.
    const isSubject = !hasSubject && unknown.length === 1 && unknown[0]?.name === name && maySay(name, value);
    const known = argument.known ?? (isSubject ? subject : undefined);
    if (known === undefined && ignored.has(folded(name))) continue;
    if (known === undefined)
      throw new Refused(
        `${name}: is not an argument of ${tool}.`,
        `Leave it out; ${tool} takes ${Object.keys(properties).join(', ') || 'no arguments'}.`,
      );
    // `count: true` asks for the total, which every page has.
    if (known === 'first' && /^(?:true|false)$/i.test(String(value))) continue;
    // The first page needs no cursor.
    if (known === 'after' && (Number(value) === 0 || (folded(name) === 'page' && Number(value) === 1))) continue;
    const schema = properties[known];
    const read = schema === undefined ? value : inType(schema, value);
    // Of two names of one list or text, both count.
    given[known] = known in given ? joined(given[known], read) : read;
  }
  if (Value.Check(input, given)) return given;
  throw new Refused(problemWith(input, given), `Call ${tool} again with that corrected.`);
}

/** Members in which models put arguments, one level too deep. */
const wrappers: ReadonlySet<string> = new Set(
  'filters filter where criteria conditions constraints limits settings params parameters arguments args input options search query request body'.split(
    ' ',
  ),
);

/**
 * The arguments without those that say nothing, and with those that are nested taken out: `{filters: {title: "CFO"}}`, or a list
 * of `{field: "title", value: "CFO"}`.
 */
export function flatArguments(
  input: TSchema,
  args: unknown,
  otherNames: OtherNames = {},
): Readonly<Record<string, unknown>> {
  const { properties = {} } = input as ObjectSchema;
  const flat: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectIn(args))) {
    if (isNothing(value)) continue;
    const isObject = properties[otherNames[folded(name)] ?? name]?.['x-type'] === 'object';
    const inner = typeof value === 'string' && /^\s*[{[]/.test(value) ? parsed(value) : value;
    if (!isObject && wrappers.has(folded(name)) && typeof inner === 'object' && inner !== null)
      Object.assign(
        flat,
        flatArguments(input, Array.isArray(inner) ? Object.fromEntries(inner.flatMap(fieldIn)) : inner, otherNames),
      );
    else flat[name] = value;
  }
  return flat;
}

/** A filter of a list of filters: a field with its value. */
function fieldIn(filter: unknown): readonly (readonly [string, unknown])[] {
  if (typeof filter !== 'object' || filter === null) return [];
  const { field, name, key, attribute, value, values, ...rest }: Readonly<Record<string, unknown>> = { ...filter };
  const named = [field, name, key, attribute].find((one) => typeof one === 'string');
  return typeof named === 'string' && (value ?? values) !== undefined
    ? [[named, value ?? values]]
    : Object.entries(rest);
}

/** Whether a value is absent, as models write that. */
const isNothing = (value: unknown): boolean => {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return /^\s*(?:null|none|undefined|n\/?a|any|\*)?\s*$/i.test(value);
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** Names that a tool need not have: bounds on results, and how they are shown. */
const ignored: ReadonlySet<string> = new Set(
  `limit first max maxresults pagesize size topk sort sortby orderby order sortorder format outputformat fields include
  verbose reason rationale explanation language locale includetotal page match matchmode matchtype operator logic mode`.split(
    /\s+/,
  ),
);

/** Words in names of arguments that turn them into something else, which no other word of the name may stand for. */
const others: ReadonlySet<string> = new Set(
  'exclude excluded avoid skip ignore not without except size headcount employees revenue funding years tenure degree major study phone gender age'.split(
    ' ',
  ),
);

/** Whether an argument of an unknown name may be what a call is about: a list or a question, but none of what it is not about. */
const maySay = (name: string, value: unknown): boolean =>
  (Array.isArray(value) || wrappers.has(folded(name))) && !wordsIn(name).some((word) => others.has(word));

const wordsIn = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (past.has(word) ? 'past' : word));

const past: ReadonlySet<string> = new Set(['previous', 'former', 'prior', 'ex', 'past']);

/**
 * What is known under a name, also with words around it that say nothing: `q_current_job_titles` is `title`. The longest known
 * part of the name counts, and of two the last.
 */
export function knownAs<Known>(name: string, find: (name: string) => Known | undefined): Known | undefined {
  const whole = find(folded(name));
  if (whole !== undefined) return whole;
  const words = wordsIn(name);
  if (words.some((word) => others.has(word))) return undefined;
  for (let length = words.length; length > 0; length -= 1)
    for (let at = words.length - length; at >= 0; at -= 1) {
      const part = words.slice(at, at + length);
      if (words.includes('past') && !part.includes('past')) continue;
      const joint = part.join('');
      const known = find(joint) ?? find(singular(joint));
      if (known !== undefined) return known;
    }
  return undefined;
}

export const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_.-]/g, '');

const joined = (one: unknown, other: unknown): unknown =>
  typeof one === 'string' && typeof other === 'string' ? `${one}, ${other}` : [one, other].flat();

function objectIn(args: unknown): object {
  const value = typeof args === 'string' ? parsed(args) : args;
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw new Refused('The arguments must be an object.', 'Call the tool again with an object of arguments.');
}

/** A value in the type that the schema has, where it says the same in another. */
function inType(schema: PropertySchema, value: unknown): unknown {
  const { type, items, 'x-type': listed } = schema;
  // What is listed as a text may be an object as JSON, too.
  if (listed !== undefined) return typeof value === 'string' && /^\s*\{/.test(value) ? (parsed(value) ?? value) : value;
  if (type === 'array') {
    const list = typeof value === 'string' && /^\s*\[/.test(value) ? (parsed(value) ?? value) : value;
    const all = Array.isArray(list) ? list : [list];
    return all.filter((one) => !isNothing(one)).map((one) => (items ? inType(items, one) : one));
  }
  if (type === 'string') {
    if (schema.enum && typeof value === 'string')
      return schema.enum.find((one) => folded(one) === folded(value)) ?? value;
    const several = typeof value === 'string' && /^\s*[[{].*[\]}]\s*$/s.test(value) ? (parsed(value) ?? value) : value;
    return textIn(several);
  }
  if (type === 'integer' || type === 'number') return typeof value === 'string' ? (numberIn(value) ?? value) : value;
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return truths[folded(value)] ?? value;
  if (type === 'object') return parsed(value) ?? value;
  return value;
}

/** Operators of filters that models write, of which each means that a text fits. */
const operators: ReadonlySet<string> = new Set(
  'eq equals is in any anyof or contains includes include like matches value values'.split(' '),
);

/** A value as one text: several words for one condition mean any of them, and the parts of a place all. */
function textIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textIn).map(String).join(' or ');
  if (typeof value !== 'object' || value === null)
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const members = Object.entries(value).filter(([, one]) => !isNothing(one));
  if (members.length > 0 && members.every(([name]) => operators.has(folded(name))))
    return textIn(members.flatMap(([, one]) => one));
  const called = members.find(([name]) => folded(name) === 'name');
  if (called) return textIn(called[1]);
  return members.every(([, one]) => typeof one === 'string') ? members.map(([, one]) => one).join(', ') : value;
}

const numerals: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  five: 5,
  ten: 10,
  twenty: 20,
  fifty: 50,
};

/** The only number in a text, such as `20k`, `5,000` or `top 10`; undefined if there is none, or several. */
function numberIn(text: string): number | undefined {
  const [only, ...more] = numbersIn(text);
  if (only !== undefined) return more.length === 0 ? only : undefined;
  return numerals[text.trim().toLowerCase()];
}

/** Words for yes and no; of a scope, for the network and for all. */
const truths: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, y: true, '1': true, network: true, innetwork: true, mine: true, known: true, ours: true },
  ...{ false: false, no: false, n: false, '0': false, all: false, everyone: false, everybody: false, global: false },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first problem of arguments, as a sentence with its path. */
function problemWith(input: TSchema, args: unknown): string {
  const [first] = Value.Errors(input, args);
  const path = first?.instancePath.slice(1).split('/') ?? [];
  const at = path.join('.') || 'arguments';
  const schema = path.reduce<PropertySchema & ObjectSchema>(
    (outer, name) => outer.properties?.[name] ?? outer.items ?? {},
    input as ObjectSchema,
  );
  if (first?.keyword === 'enum' && schema.enum) return `${at}: must be one of ${schema.enum.join(', ')}.`;
  // For unknown members, the validator reports only this keyword.
  if (first?.keyword === 'boolean') return `${at}: is not taken here.`;
  return `${at}: ${first?.message ?? 'does not fit the input schema'}.`;
}
