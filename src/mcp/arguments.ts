import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { hasLegalForm } from '../reading/names.ts';
import { placeNames } from '../reading/places.ts';
import { numbersIn } from '../reading/ranges.ts';
import { countryOf, industryNames, placeForms, stateOf } from '../reading/synonyms.ts';
import { singular } from '../reading/title-forms.ts';
import { kindOfValue, type ValueKind } from '../reading/value.ts';
import { functionOf, levelOf, titleOf } from '../reading/vocabulary.ts';
import { folded, isOther, knownAs, type Names, withoutExclusion } from './meanings.ts';
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

/** Arguments as they were read. */
interface Read<Input extends TSchema> {
  readonly given: Static<Input>;
  /** The arguments that values of unknown names were read as. */
  readonly readAs: Readonly<Record<string, string>>;
}

/** How a tool reads its arguments. */
export interface Reading {
  /** Other names of its arguments, folded. */
  readonly names?: Names;
  /** The argument that names what the call is about: it may have any name. */
  readonly subject?: string;
  /** The arguments that are conditions in words, which `not` excludes. */
  readonly conditions?: readonly string[];
}

/**
 * The arguments of a call, as models really send them: null for absent, numbers, yes or no and lists as text, one text for
 * a list, other names, and values whose form says what they are. Anything else is refused, with what to leave out.
 *
 * @throws {Refused}
 */
export function argumentsIn<Input extends TSchema>(
  tool: string,
  input: Input,
  args: unknown,
  reading: Reading = {},
): Read<Input> {
  const { properties = {} } = input as ObjectSchema;
  const { names: otherNames = {}, subject, conditions = [] } = reading;
  const own = new Map(Object.keys(properties).map((name) => [folded(name), name]));
  const find = (name: string): string | undefined => own.get(name) ?? otherNames[name];
  const flat = Object.entries(flatArguments(input, args, otherNames)).map(([name, value]) => {
    const { bare, isExcluded } = withoutExclusion(name);
    if (!isExcluded || find(folded(name)) !== undefined)
      return { name, value: inCountry(name, value), known: knownAs(name, find) };
    const excluded = knownAs(bare, find);
    return { name, value: { not: value }, known: conditions.includes(excluded ?? '') ? excluded : undefined };
  });
  const hasSubject = flat.some(({ known }) => known === subject || known === 'company' || known === 'companies');
  const unknown = flat.filter(({ name, known }) => known === undefined && !ignored.has(folded(name)));
  const given: Record<string, unknown> = {};
  const readAs: Record<string, string> = {};
  for (const { name, value, known: named } of flat) {
    // What a call is about may have any name, such as `attendees`, if nothing else says it, and no other name is unknown.
    const isSubject = !hasSubject && unknown.length === 1 && unknown[0]?.name === name && maySay(name, value);
    const isIgnored = named === undefined && ignored.has(folded(name));
    if (isIgnored && !isSubject) continue;
    const known = named ?? (isSubject ? subject : undefined) ?? meantBy(name, value, find);
    if (known === undefined)
      throw new Refused(
        `${name}: is not an argument of ${tool}, which takes ${Object.keys(properties).join(', ') || 'none'}.`,
        { [name]: null },
      );
    if (named === undefined && !isSubject) readAs[name] = known;
    // `count: true` asks for the total, which every page has.
    if (known === 'first' && /^(?:true|false)$/i.test(String(value))) continue;
    // The first page needs no cursor.
    if (known === 'after' && (Number(value) === 0 || (folded(name) === 'page' && Number(value) === 1))) continue;
    const schema = properties[known];
    const isNumbered = known === 'after' && folded(name) === 'page' && schema?.type === 'string' && Number(value) > 1;
    const read = isNumbered ? `page ${value}` : schema === undefined ? value : inType(schema, value, known === 'text');
    // Of two names of one list or text, both count.
    given[known] = known in given ? joined(given[known], read) : read;
  }
  if (Value.Check(input, given)) return { given, readAs };
  const { path, problem } = problemWith(input, given);
  const [at = ''] = path;
  const written = flat.find(({ known }) => known === at)?.name ?? at;
  throw new Refused(problem, at === '' ? `Call ${tool} again with that corrected.` : { [written]: null });
}

/** A code under the name of a country or state is that country’s or state’s. */
function inCountry(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inCountry(name, one));
  if (typeof value !== 'string' || !/^\s*[a-z]{2}\s*$/i.test(value)) return value;
  if (/country|nation|^land$|pays|pais/i.test(name)) return countryOf(value) ?? value;
  return /state|province|region/i.test(name) ? (stateOf(value) ?? value) : value;
}

/** The argument that a value of another name is for, by its form: an address, website or id, or words for one condition. */
function meantBy(name: string, value: unknown, find: (name: string) => string | undefined): string | undefined {
  const text = textIn(value);
  if (typeof text !== 'string' || typeof value === 'boolean' || typeof value === 'number') return undefined;
  const kind = kindOfValue(text);
  if (kind !== undefined) return find(formNames[kind]);
  if (isOther(name)) return undefined;
  const words = text.split(/\s+/);
  const known = [
    levelOf(text) !== undefined && 'seniority',
    titleOf(words) !== undefined && 'title',
    functionOf(words) !== undefined && 'function',
    industryNames(text) !== singular(text) && 'industry',
    (placeNames(text).length > 1 || placeForms(text).length > 1) && 'place',
    hasLegalForm(text) && 'company',
    // Words of no form are looked for anywhere.
    'text',
  ];
  return known.flatMap((one) => (one === false ? [] : (find(one) ?? [])))[0];
}

/** What a value by itself names, by its form. */
const formNames: Readonly<Record<ValueKind, string>> = {
  ...{ id: 'id', email: 'email', website: 'website', slug: 'slug', url: 'url', companyUrl: 'company' },
};

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
  otherNames: Names = {},
): Readonly<Record<string, unknown>> {
  const { properties = {} } = input as ObjectSchema;
  const flat: Record<string, unknown> = {};
  const add = (name: string, value: unknown): void => {
    // Two bounds of one field are both meant.
    flat[name] = isObject(flat[name]) && isObject(value) ? { ...flat[name], ...value } : value;
  };
  for (const [name, value] of Object.entries(objectIn(args))) {
    if (isNothing(value)) continue;
    const isObjectTaken = properties[otherNames[folded(name)] ?? name]?.['x-type'] === 'object';
    const inner = typeof value === 'string' && /^\s*[{[]/.test(value) ? parsed(value) : value;
    if (isObjectTaken || !wrappers.has(folded(name))) add(name, operatedIn(value));
    else if (Array.isArray(inner) && inner.length > 0 && inner.every(isObject))
      for (const filter of inner)
        for (const [field, one] of Object.entries(flatArguments(input, fieldIn(filter), otherNames))) add(field, one);
    else if (isObject(inner))
      for (const [field, one] of Object.entries(flatArguments(input, inner, otherNames))) add(field, one);
    else add(name, value);
  }
  return flat;
}

/** A filter of a list of filters: a field with its value, or with what it is compared to. */
function fieldIn(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { field, name, key, attribute, property, column, ...rest } = filter;
  const named = [field, name, key, attribute, property, column].find((one) => typeof one === 'string');
  return typeof named === 'string' && (rest.value ?? rest.values) !== undefined
    ? { [named]: operatedIn(rest) }
    : filter;
}

/** A value with what it is compared by as its name: `{operator: ">=", value: 50}` is `{gte: 50}`. */
function operatedIn(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { operator, op, comparison, condition, value: one, values = one, ...rest } = value;
  const by = [operator, op, comparison, condition].find((given) => typeof given === 'string');
  if (values === undefined || Object.keys(rest).length > 0) return value;
  if (typeof by !== 'string') return values;
  const key = signs[by.trim()] ?? folded(by);
  return operators.has(key) ? values : { [key]: values };
}

const signs: Readonly<Record<string, string>> = {
  ...{ '=': 'eq', '==': 'eq', '!=': 'not', '<>': 'not', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' },
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

/** Whether an argument of an unknown name may be what a call is about: a list or a question, but none of what it is not about. */
const maySay = (name: string, value: unknown): boolean =>
  (Array.isArray(value) || wrappers.has(folded(name))) && !isOther(name);

const joined = (one: unknown, other: unknown): unknown =>
  typeof one === 'string' && typeof other === 'string' ? `${one}, ${other}` : [one, other].flat();

function objectIn(args: unknown): object {
  const value = typeof args === 'string' ? parsed(args) : args;
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw new Refused('The arguments must be an object.', 'Call the tool again with an object of arguments.');
}

/** A value in the type that the schema has, where it says the same in another. */
function inType(schema: PropertySchema, value: unknown, isFree = false): unknown {
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
    // Words that are looked for anywhere must all be there.
    if (isFree && Array.isArray(value)) return value.map(textIn).join(' ');
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
  'eq equals is in any anyof oneof or contains has includes include like ilike matches match value values text'.split(
    ' ',
  ),
);

/** Operators that exclude a text. */
const excludes = /^(?:not|ne|neq|none|nin|exclud|without|does?not|is_?not)/i;

/** A value as one text: several words for one condition mean any of them, the parts of a place all, and excluded ones none. */
function textIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textIn).map(String).join(' or ');
  if (typeof value !== 'object' || value === null)
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  const members = Object.entries(value).filter(([, one]) => !isNothing(one));
  const excluded = members.filter(([name]) => excludes.test(name));
  if (excluded.length > 0) {
    const rest = Object.fromEntries(members.filter(([name]) => !excludes.test(name)));
    const kept = Object.keys(rest).length === 0 ? '' : `${textIn(rest)} `;
    return `${kept}not ${textIn(excluded.flatMap(([, one]) => one))}`;
  }
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
function problemWith(input: TSchema, args: unknown) {
  const [first] = Value.Errors(input, args);
  const path = (first?.instancePath.slice(1).split('/') ?? []).filter((part) => part !== '');
  const at = path.join('.') || 'arguments';
  const schema = path.reduce<PropertySchema & ObjectSchema>(
    (outer, name) => outer.properties?.[name] ?? outer.items ?? {},
    input as ObjectSchema,
  );
  const isOneOf = first?.keyword === 'enum' && schema.enum;
  // For unknown members, the validator reports only the keyword `boolean`.
  const isUnknown = first?.keyword === 'boolean';
  const problem = isOneOf
    ? `must be one of ${schema.enum.join(', ')}`
    : isUnknown
      ? 'is not taken here'
      : first?.message;
  return { path, problem: `${at}: ${problem ?? 'does not fit the input schema'}.` };
}
