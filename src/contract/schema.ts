import Type, { type TSchema, type TUnsafe } from 'typebox';

/**
 * Functions to declare the contract's records. Each returns a plain JSON Schema, from which the static type, the
 * validator, the OpenAPI document, the graph's field and the entry in the search catalogue are derived.
 *
 * Every member of a response is optional and nullable, since responses of any upstream are read tolerantly. Only the
 * static type expresses this: the printed schema does not, since the embedded service omits null members.
 */

/** How a leaf is searched: `text` by words, `keyword` by whole values. */
export type SearchKind = 'keyword' | 'text' | 'date' | 'number' | 'boolean' | 'nested';

/** Marks a schema that the specification leaves open, with our decision as a sentence. */
export interface Ours {
  readonly 'x-ours': string;
}

export const ours = (sentence: string): Ours => ({ 'x-ours': sentence });

/** Adds a pattern for the OpenAPI document; the service checks the text with its own error sentences. */
export const like = (pattern: string): { readonly 'x-pattern': string } => ({ 'x-pattern': pattern });

/** A text that is not blank. */
export const notBlank = like('^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$');

type Leaf<T> = ReturnType<typeof Type.Optional<TUnsafe<T | null>>>;

const leaf = <T>(schema: object, searchAs: SearchKind | undefined): Leaf<T> =>
  Type.Optional(Type.Unsafe<T | null>(searchAs ? { ...schema, 'x-search': searchAs } : schema));

/** A string compared as a whole, such as an enum value, an identifier or a URL. */
export const keyword = (description: string) => leaf<string>({ type: 'string', description }, 'keyword');
/**
 * A keyword that names an external service, such as `xnet` or `xnet_connection`, for which upstreams may have another
 * word.
 */
export const word = (description: string) => leaf<string>({ type: 'string', description, 'x-word': true }, 'keyword');
/** An e-mail address or a slug: a keyword that is compared without regard to case, which is ours. */
export const caseless = (description: string) =>
  leaf<string>({ type: 'string', description, 'x-caseless': true }, 'keyword');
/** A list of them. */
export const caselesses = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string' }, description, 'x-caseless': true }, 'keyword');
/** A free text: searched by words, and as a whole through `.keyword`. */
export const text = (description: string) => leaf<string>({ type: 'string', description }, 'text');
/** A name: a text that can also be searched without accents, through `.folded`, which is ours. */
export const name = (description: string) => leaf<string>({ type: 'string', description, 'x-folded': true }, 'text');
/** A record's id. */
export const uuid = (description: string) => leaf<string>({ type: 'string', format: 'uuid', description }, 'keyword');
/** A day, `YYYY-MM-DD`. */
export const date = (description: string) => leaf<string>({ type: 'string', format: 'date', description }, 'date');
/** A date and time, ISO 8601. */
export const dateTime = (description: string) =>
  leaf<string>({ type: 'string', format: 'date-time', description }, 'date');
/** Integers that JSON parsers preserve. */
export const safeBounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

export const integer = (description: string) => leaf<number>({ type: 'integer', ...safeBounds, description }, 'number');
export const number = (description: string) => leaf<number>({ type: 'number', description }, 'number');
export const flag = (description: string) => leaf<boolean>({ type: 'boolean', description }, 'boolean');
/** A list of strings, each compared as a whole. */
export const keywords = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string' }, description }, 'keyword');
/** A list of free texts. */
export const texts = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string' }, description }, 'text');
/** A list of record ids. */
export const uuids = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string', format: 'uuid' }, description }, 'keyword');
export const integers = (description: string) =>
  leaf<readonly number[]>({ type: 'array', items: { type: 'integer', ...safeBounds }, description }, 'number');

/**
 * A named object shape; `title` is its name in OpenAPI and in the graph. Unknown members are accepted. Members that use
 * the shape have their own `description`; the shape's is in `x-shape`.
 *
 * @example
 * const ContactInfo = shape('ContactInfo', 'How to reach a company.', { phone: keyword('A telephone number.') });
 */
export const shape = <P extends Record<string, TSchema>>(title: string, description: string, members: P) =>
  Type.Object(members, { title, description, 'x-shape': description });

/** A member with an object of a named shape. */
export const one = <T>(of: TSchema, description: string) =>
  Type.Optional(Type.Unsafe<T | null>({ ...of, description }));

/** A member with a list of objects of a named shape, in the order sent. */
export const many = <T>(of: TSchema, description: string) =>
  Type.Optional(Type.Unsafe<readonly (T | null)[] | null>({ type: 'array', items: of, description }));

/** Like `many`, and each element is searched separately (the DSL's `nested`). */
export const nested = <T>(of: TSchema, description: string) =>
  Type.Optional(
    Type.Unsafe<readonly (T | null)[] | null>({ type: 'array', items: of, description, 'x-search': 'nested' }),
  );

/** The parts of JSON Schema that this folder uses. */
export interface JsonSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly items?: JsonSchema | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly default?: unknown | undefined;
  readonly 'x-search'?: SearchKind | undefined;
  readonly 'x-folded'?: boolean | undefined;
  readonly 'x-caseless'?: boolean | undefined;
  readonly 'x-word'?: boolean | undefined;
  readonly 'x-ours'?: string | undefined;
  readonly 'x-shape'?: string | undefined;
}

/** The members of an object schema, in order of declaration. */
export function membersOf(schema: JsonSchema): readonly (readonly [name: string, member: JsonSchema])[] {
  return Object.entries(schema.properties ?? {});
}
