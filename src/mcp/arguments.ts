import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
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
 * @throws {Refused}
 */
export function argumentsIn<Input extends TSchema>(
  tool: string,
  input: Input,
  args: unknown,
  otherNames: OtherNames = {},
): Static<Input> {
  const { properties = {} } = input as ObjectSchema;
  const names = new Map(Object.keys(properties).map((name) => [folded(name), name]));
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectIn(args))) {
    if (value === null || value === undefined) continue;
    const known = names.get(folded(name)) ?? otherNames[folded(name)];
    if (known === undefined && limits.has(folded(name))) continue;
    if (known === undefined)
      throw new Refused(
        `${name}: is not an argument of ${tool}.`,
        `Leave it out; ${tool} takes ${Object.keys(properties).join(', ') || 'no arguments'}.`,
      );
    const schema = properties[known];
    const read = schema === undefined ? value : inType(schema, value);
    // Of two names of one list or text, both count.
    given[known] = known in given ? joined(given[known], read) : read;
  }
  if (Value.Check(input, given)) return given;
  throw new Refused(problemWith(input, given), `Call ${tool} again with that corrected.`);
}

/** Names of a bound on results, which a tool without one does not need. */
const limits: ReadonlySet<string> = new Set(['limit', 'first', 'max', 'maxresults', 'pagesize', 'size', 'topk']);

const folded = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

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
    return all.filter((one) => one !== null && one !== undefined).map((one) => (items ? inType(items, one) : one));
  }
  if (type === 'string') {
    if (schema.enum && typeof value === 'string')
      return schema.enum.find((one) => folded(one) === folded(value)) ?? value;
    const several = typeof value === 'string' && /^\s*\[.*\]\s*$/s.test(value) ? parsed(value) : value;
    // Several words for one condition mean any of them.
    if (Array.isArray(several)) return several.map(String).join(' or ');
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  }
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number') return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return truths[folded(value)] ?? value;
  if (type === 'object') return parsed(value) ?? value;
  return value;
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
