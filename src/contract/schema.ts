import Type, { type TSchema, type TUnsafe } from 'typebox';

/**
 * The words in which the contract's records are declared. Each makes a plain JSON Schema value; from it follow the
 * static type, the validator, the OpenAPI document, the graph's field and the search catalogue's entry.
 *
 * Every member of a response is optional and may be null: responses are read tolerantly, whoever the upstream is. The
 * printed schema stays plain (our own service leaves null members out), so tolerance lives in the static type only.
 */

/** How a leaf can be searched: `text` is split into words, `keyword` matches whole values. */
export type SearchKind = 'keyword' | 'text' | 'date' | 'number' | 'boolean' | 'nested';

/** Marks on a schema that the specification leaves to us: the sentence says what we decided. */
export interface Ours {
  readonly 'x-ours': string;
}

export const ours = (sentence: string): Ours => ({ 'x-ours': sentence });

/** Marks a text of a request with a pattern for readers of the OpenAPI document: the service judges it in words of its own. */
export const like = (pattern: string): { readonly 'x-pattern': string } => ({ 'x-pattern': pattern });

/** A text that is not blank. */
export const notBlank = like('^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$');

type Leaf<T> = ReturnType<typeof Type.Optional<TUnsafe<T | null>>>;

const leaf = <T>(schema: object, searchAs: SearchKind | undefined): Leaf<T> =>
  Type.Optional(Type.Unsafe<T | null>(searchAs ? { ...schema, 'x-search': searchAs } : schema));

/** A string compared as a whole: a name from a list, an identifier, a URL. */
export const keyword = (description: string) => leaf<string>({ type: 'string', description }, 'keyword');
/** A keyword that names an external service, such as `xnet` or `xnet_connection`; an upstream may have another word for it. */
export const word = (description: string) => leaf<string>({ type: 'string', description, 'x-word': true }, 'keyword');
/** A string people write: searched by its words, and as a whole through `.keyword`. */
export const text = (description: string) => leaf<string>({ type: 'string', description }, 'text');
/** A name that people write: a text that is searched without regard to accents, too, through `.folded`; that is ours. */
export const name = (description: string) => leaf<string>({ type: 'string', description, 'x-folded': true }, 'text');
/** A record's id. */
export const uuid = (description: string) => leaf<string>({ type: 'string', format: 'uuid', description }, 'keyword');
/** A day, `YYYY-MM-DD`. */
export const date = (description: string) => leaf<string>({ type: 'string', format: 'date', description }, 'date');
/** A moment, ISO 8601. */
export const dateTime = (description: string) =>
  leaf<string>({ type: 'string', format: 'date-time', description }, 'date');
/** The whole numbers that JSON can be trusted with: beyond them, parsing makes one of another. */
export const safeBounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

export const integer = (description: string) => leaf<number>({ type: 'integer', ...safeBounds, description }, 'number');
export const number = (description: string) => leaf<number>({ type: 'number', description }, 'number');
export const flag = (description: string) => leaf<boolean>({ type: 'boolean', description }, 'boolean');
/** Several strings, each compared as a whole. */
export const keywords = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string' }, description }, 'keyword');
/** Several strings people write. */
export const texts = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string' }, description }, 'text');
/** Several record ids. */
export const uuids = (description: string) =>
  leaf<readonly string[]>({ type: 'array', items: { type: 'string', format: 'uuid' }, description }, 'keyword');
export const integers = (description: string) =>
  leaf<readonly number[]>({ type: 'array', items: { type: 'integer', ...safeBounds }, description }, 'number');

/**
 * A named object shape; `title` is its name in OpenAPI and in the graph. Unknown members are let through. A member of the
 * shape has a `description` of its own, which leaves the shape's in `x-shape`.
 */
export const shape = <P extends Record<string, TSchema>>(title: string, description: string, members: P) =>
  Type.Object(members, { title, description, 'x-shape': description });

/** A member that holds one object of a named shape. */
export const one = <T>(of: TSchema, description: string) =>
  Type.Optional(Type.Unsafe<T | null>({ ...of, description }));

/** A member that holds a list of objects of a named shape, in the order sent. */
export const many = <T>(of: TSchema, description: string) =>
  Type.Optional(Type.Unsafe<readonly (T | null)[] | null>({ type: 'array', items: of, description }));

/** As `many`, and searchable element by element (the DSL's `nested`). */
export const nested = <T>(of: TSchema, description: string) =>
  Type.Optional(
    Type.Unsafe<readonly (T | null)[] | null>({ type: 'array', items: of, description, 'x-search': 'nested' }),
  );

/** What this folder reads of a JSON Schema value when something is derived from it. */
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
  readonly 'x-word'?: boolean | undefined;
  readonly 'x-ours'?: string | undefined;
  readonly 'x-shape'?: string | undefined;
}

/** The members of an object schema, in the order declared. */
export function membersOf(schema: JsonSchema): readonly (readonly [name: string, member: JsonSchema])[] {
  return Object.entries(schema.properties ?? {});
}
