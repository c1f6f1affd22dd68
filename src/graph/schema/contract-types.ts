import type { FieldMap, ObjectRef } from '@pothos/core';
import type { TSchema } from 'typebox';
import { momentOf } from '../../contract/partial-date.ts';
import { type JsonSchema, membersOf } from '../../contract/schema.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { readingParent } from '../scope/field-facts.ts';
import { memberOf } from '../scope/record-reference.ts';
import type { Scoped } from '../scope/scoped.ts';
import { builder, type FieldBuilder, nullableItems, type SchemaTypes } from './builder.ts';

/** The `camelCase` field name of a contract's `snake_case` member; `xnet_names` becomes `xnetSlugs`. */
export const camelCase = (member: string): string =>
  member.replace('xnet_names', 'xnet_slugs').replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Reads a parent's members, and the scope that nested objects inherit. */
export interface Reader<Parent> {
  read(parent: Parent, member: string): unknown;
  scope(parent: Parent): CredentialScope;
}

/** Reads a payload. */
export const ofPayload: Reader<Scoped<object>> = {
  read: (parent, member) => memberOf(parent.value, member),
  scope: (parent) => parent.scope,
};

interface FieldsOptions {
  /** Members without a generated field. */
  readonly omit?: readonly string[];
  /** Field names by member, instead of the member in camelCase. */
  readonly rename?: Readonly<Record<string, string>>;
}

const types = new Map<string, ObjectRef<SchemaTypes, Scoped<object>>>();

/**
 * The object type of a titled shape of the contract, with a field for each member: the contract is the only list of a
 * record's members. The first call declares the type; later calls return it and ignore their options.
 *
 * @throws a TypeError if the shape has no title
 */
export function contractType(
  shape: TSchema & Pick<JsonSchema, 'title' | 'x-shape'>,
  options: FieldsOptions = {},
): ObjectRef<SchemaTypes, Scoped<object>> {
  const { title } = shape;
  if (title === undefined) throw new TypeError('A shape without a title has no type: give it one in the contract.');
  const known = types.get(title);
  if (known) return known;
  const type = builder.objectRef<Scoped<object>>(title);
  types.set(title, type);
  type.implement({
    description: shape['x-shape'] ?? '',
    fields: (t) => contractFields(t, shape, ofPayload, options),
  });
  return type;
}

/**
 * A field for each member of a shape. Every field is nullable and passes the upstream's value on unchanged; a value of
 * the wrong kind becomes null, with a warning.
 */
export function contractFields<Parent>(
  t: FieldBuilder<Parent>,
  shape: TSchema,
  reader: Reader<Parent>,
  { omit = [], rename = {} }: FieldsOptions = {},
): FieldMap {
  const fields: FieldMap = {};
  for (const [member, schema] of membersOf(shape))
    if (!omit.includes(member))
      fields[rename[member] ?? camelCase(member)] = contractField(t, shape, member, schema, reader);
  return fields;
}

function contractField<Parent>(
  t: FieldBuilder<Parent>,
  shape: JsonSchema,
  member: string,
  schema: JsonSchema,
  reader: Reader<Parent>,
) {
  const common = { description: schema.description ?? '', needs: [member] };
  /** Replaces a value of the wrong kind by null and a warning, so that the other fields are still returned. */
  const odd = (parent: Parent, kind: string): null => {
    reader
      .scope(parent)
      .warnings.add(`${shape.title}.${member}: the data service’s value is not ${kind}, and is left out.`);
    return null;
  };
  const readList = (parent: Parent): readonly unknown[] | null => {
    const values = reader.read(parent, member);
    if (values === null || values === undefined) return null;
    return Array.isArray(values) ? values : odd(parent, 'a list');
  };
  const item = schema.type === 'array' ? schema.items : undefined;
  const inner = item ?? schema;
  if (inner.type === 'object') {
    const type = contractType(inner);
    const wrap = (parent: Parent, value: unknown): Scoped<object> | null => {
      if (value === null || value === undefined) return null;
      return typeof value === 'object' && !Array.isArray(value)
        ? { scope: reader.scope(parent), value }
        : odd(parent, item ? 'a list of objects' : 'an object');
    };
    if (!item)
      return t.field({
        ...common,
        type,
        ...readingParent((parent: Parent) => wrap(parent, reader.read(parent, member))),
      });
    const day = dayOf(inner);
    if (day === undefined)
      return t.field({
        ...common,
        type: [type],
        nullable: nullableItems,
        ...readingParent((parent: Parent) => readList(parent)?.map((value) => wrap(parent, value)) ?? null),
      });
    return t.field({
      ...common,
      type: [type],
      nullable: nullableItems,
      args: {
        orderBy: t.arg({
          type: DateOrder,
          description: 'The order of the entries by date; by default, as the data service sends them.',
        }),
      },
      resolve: (parent, { orderBy }) => {
        const values = readList(parent);
        return values && byDay(values, day, orderBy).map((value) => wrap(parent, value));
      },
    });
  }
  const type = leafType(member, inner);
  const { fits, kind } = isAddress.test(member) ? webLink : leafKinds[type];
  const leaf = (parent: Parent, value: unknown): unknown =>
    value === null || value === undefined || fits(value)
      ? value
      : odd(parent, item ? `a list of ${kind}s` : `a ${kind}`);
  if (!item)
    return t.field({
      ...common,
      type,
      ...readingParent((parent: Parent) => leaf(parent, reader.read(parent, member))),
    });
  return t.field({
    ...common,
    type: [type],
    nullable: nullableItems,
    ...readingParent((parent: Parent) => {
      const values = readList(parent);
      // The list is copied only if one of its values must be replaced.
      return values?.every((value) => value === null || fits(value)) === false
        ? values.map((value) => leaf(parent, value))
        : values;
    }),
  });
}

/** The date member (`start_date` or `date`) that can order a list of such elements; undefined if there is none. */
const dayOf = (element: JsonSchema): string | undefined =>
  Array.from(membersOf(element)).find(
    ([member, { format }]) => (member === 'start_date' || member === 'date') && format?.startsWith('date'),
  )?.[0];

/** Money, shares, timestamps and ids on the external network may exceed 32 bits; counts and months do not. */
const isLarge = (member: string): boolean => /_usd$|^(market_cap|outstanding_shares|timestamp|xnet_ids?)$/.test(member);

const isString = (value: unknown): boolean => typeof value === 'string';

/** The JSON values that each scalar accepts from the data service. */
const leafKinds = {
  ID: { kind: 'string', fits: isString },
  String: { kind: 'string', fits: isString },
  Date: { kind: 'string', fits: isString },
  DateTime: { kind: 'string', fits: isString },
  Int: { kind: 'whole number', fits: (value: unknown) => Number.isInteger(value) },
  SafeInt: { kind: 'whole number', fits: (value: unknown) => Number.isSafeInteger(value) },
  Float: { kind: 'number', fits: (value: unknown) => typeof value === 'number' },
  Boolean: { kind: 'truth value', fits: (value: unknown) => typeof value === 'boolean' },
} as const;

/** Members that hold URLs, which clients render as links. */
const isAddress = /(?:^|_)(?:url|websites?)$/;

/**
 * Whether a link has the scheme http or https, or none, as in many records: a browser may execute other schemes, such
 * as `javascript:`. Whitespace and control characters are removed first, because browsers ignore them.
 */
const isWebLink = (text: string): boolean =>
  !/^(?!https?:)[a-z][a-z\d+-]*:/i.test(/[\s\p{C}]/u.test(text) ? text.replaceAll(/[\s\p{C}]/gu, '') : text);

const webLink = { kind: 'web link', fits: (value: unknown) => typeof value === 'string' && isWebLink(value) };

/** The scalar of a leaf: by the contract's `format`, otherwise by its JSON type. */
function leafType(member: string, { type, format }: JsonSchema): keyof typeof leafKinds {
  if (format === 'uuid') return 'ID';
  if (format === 'date') return 'Date';
  if (format === 'date-time') return 'DateTime';
  if (type === 'integer') return isLarge(member) ? 'SafeInt' : 'Int';
  if (type === 'number') return 'Float';
  if (type === 'boolean') return 'Boolean';
  return 'String';
}

/** The type of the argument that orders a list by date; such lists are not paged. */
const DateOrder = builder.enumType('DateOrder', {
  description:
    'How to order entries by start date. Entries without one come last; equal ones stay in the order of the data service.',
  values: {
    LATEST_FIRST: { description: 'The entry that began last comes first.' },
    EARLIEST_FIRST: { description: 'The entry that began first comes first.' },
  },
});

/** Sorts elements by a date member, undated ones last; without an order, returns the list as sent. */
function byDay(
  elements: readonly unknown[],
  member: string,
  order: 'LATEST_FIRST' | 'EARLIEST_FIRST' | null | undefined,
): readonly unknown[] {
  if (!order) return elements;
  const sign = order === 'LATEST_FIRST' ? -1 : 1;
  const dated = elements.map((element) => ({
    element,
    day: typeof element === 'object' && element !== null ? momentOf(memberOf(element, member), 'first') : Number.NaN,
  }));
  return dated.toSorted((a, b) => compare(a.day, b.day, sign)).map(({ element }) => element);
}

function compare(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : sign * (a - b);
}
