import Type, { type TProperties } from 'typebox';
import { type Names, named } from './meanings.ts';
import { memberOf } from './names.ts';
import { Refused } from './refused.ts';

/** Input schema of a tool. Unknown members are refused, so that the model notices its mistake. */
export const inputs = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

const unlistedMark = 'x-unlisted';

/** Arguments that are taken, but not listed, since few calls need them. */
export const unlisted = {
  text: () => Type.Optional(Type.String({ [unlistedMark]: true })),
  whole: () => Type.Optional(Type.Integer({ minimum: 0, [unlistedMark]: true })),
  flag: () => Type.Optional(Type.Boolean({ [unlistedMark]: true })),
};

const described = (description: string | undefined) => (description === undefined ? {} : { description });

/** A short text to search or look up. */
export const text = (description?: string) => Type.Optional(Type.String(described(description)));

export const whole = (description?: string) => Type.Optional(Type.Integer({ minimum: 0, ...described(description) }));

export const flag = (description?: string) => Type.Optional(Type.Boolean(described(description)));

/** One of a few words: a plain `enum` of strings, which every provider's subset of JSON Schema has. */
export const oneOf = <const Words extends readonly string[]>(words: Words, description?: string) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...described(description) });

/** The type that an argument is listed with, if more is taken than that: no subset of JSON Schema has unions. */
const listedType = 'x-type';

/** A list of texts; objects of facts are taken, too. */
export const list = (description?: string) =>
  Type.Optional(Type.Array(Type.Unknown({ [listedType]: 'string' }), described(description)));

/** A person or company as a text; an object of facts is taken, too. */
export const anyName = (description?: string) =>
  Type.Optional(Type.Unknown({ [listedType]: 'string', ...described(description) }));

/** Any object. */
export const anyObject = () => Type.Optional(Type.Unknown({ [listedType]: 'object' }));

/** The schema as it is listed: every property has a type. */
export function listedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(listedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (typeof value === 'object' && value !== null && unlistedMark in value) return [];
      return [name === listedType ? ['type', value] : [name, listedSchema(value)]];
    }),
  );
}

/** Inputs of tools with pages. */
export const page = { first: whole(), after: text('from next') };

/** Other names for the inputs of pages. */
export const pageNames: Names = named({ limit: 'first', cursor: 'after' });

/** Maximum steps of an introduction. */
export const hops = whole('1 or 2');

/** The only one of a list; for several, throws what `refusal` makes of them. */
export function onlyOf(value: unknown, refusal: (all: readonly unknown[]) => Refused): unknown {
  const all = [value].flat();
  if (all.length > 1) throw refusal(all);
  return all[0];
}

const severalOf = (name: string, argument: string, [only, ...more]: readonly unknown[]): Refused =>
  new Refused(
    `${name}: must be one ${argument}, but got ${more.length + 1}.`,
    `Call again for each, first with ${argument}: ${JSON.stringify(only)}.`,
  );

/**
 * Gathers the members that name one person or company into one argument, for a tool about one of them.
 *
 * @param own arguments of the tool that are not such members
 */
export const gatheredAs =
  (argument: string, own: readonly string[]) =>
  (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const rest: Record<string, unknown> = {};
    const named: Record<string, unknown> = {};
    for (const [name, several] of Object.entries(args)) {
      if (several === null || several === undefined) continue;
      const isNaming = !own.includes(name) && (name === argument || memberOf(name) !== undefined);
      const value = isNaming ? onlyOf(several, (all) => severalOf(name, argument, all)) : several;
      if (
        own.includes(name) ||
        (name === argument && typeof value === 'object') ||
        (name !== argument && !memberOf(name))
      )
        rest[name] = value;
      else named[name === argument ? 'text' : name] = value;
    }
    const whole = rest[argument];
    const facts = typeof whole === 'object' && whole !== null ? { ...whole, ...named } : named;
    const [only, ...more] = Object.entries(facts);
    const given = only?.[0] === 'text' && more.length === 0 ? only[1] : facts;
    return only === undefined ? rest : { ...rest, [argument]: given };
  };
