import type { FieldMap, ObjectRef } from '@pothos/core';
import type { TSchema } from 'typebox';
import { type JsonSchema, membersOf } from '../../contract/schema.ts';
import { memberOf } from '../operation/record-reference.ts';
import type { Scope } from '../operation/scope.ts';
import type { Builder, Scoped } from './builder.ts';
import { addDateOrder, byDay } from './date-order.ts';

type SchemaTypes = Builder['$inferSchemaTypes'];
type FieldBuilder<Parent> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Parent>;

/** A contract's `snake_case` member as the graph's `camelCase` field. */
export const camelCase = (member: string): string =>
  member.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** How a field reads its parent's member, and the scope that links below it inherit. */
export interface Reader<Parent> {
  read(parent: Parent, member: string): unknown;
  scope(parent: Parent): Scope;
}

const scoped: Reader<Scoped<object>> = {
  read: (parent, member) => memberOf(parent.value, member),
  scope: (parent) => parent.scope,
};

interface FieldsOptions {
  /** Members that get no field of their own making. */
  readonly omit?: readonly string[];
  /** Fields named otherwise than the member in camelCase. */
  readonly rename?: Readonly<Record<string, string>>;
}

/** More fields for a shape's type: its links to records. */
export type Links = (t: FieldBuilder<Scoped<object>>) => FieldMap;

/**
 * Makes the graph's object types from the contract's shapes: a type for each shape, a field for each member, so that a
 * record's members are written down in the contract alone. Every field is nullable and goes out as the upstream sent it.
 */
export class ContractTypes {
  readonly #builder: Builder;
  readonly #dateOrder: ReturnType<typeof addDateOrder>;
  readonly #types = new Map<string, ObjectRef<SchemaTypes, Scoped<object>>>();
  readonly #options: Readonly<Record<string, FieldsOptions & { readonly links?: Links }>>;

  /** `options` tell, by a shape's title, what its type has beside its members. */
  constructor(builder: Builder, options: Readonly<Record<string, FieldsOptions & { readonly links?: Links }>>) {
    this.#builder = builder;
    this.#dateOrder = addDateOrder(builder);
    this.#options = options;
  }

  /** The type of a titled shape; made when it is first asked for. */
  type(shape: JsonSchema): ObjectRef<SchemaTypes, Scoped<object>> {
    const { title } = shape;
    if (title === undefined) throw new TypeError('A shape without a title has no type: give it one in the contract.');
    const known = this.#types.get(title);
    if (known) return known;
    const options = this.#options[title] ?? {};
    const type = this.#builder.objectRef<Scoped<object>>(title);
    this.#types.set(title, type);
    type.implement({
      description: shapeDescription(shape),
      fields: (t) => ({ ...this.fields(t, shape, scoped, options), ...options.links?.(t) }),
    });
    return type;
  }

  /** A field for each member of a shape, on whatever parent reads them. */
  fields<Parent>(
    t: FieldBuilder<Parent>,
    shape: TSchema,
    reader: Reader<Parent>,
    { omit = [], rename = {} }: FieldsOptions = {},
  ): FieldMap {
    const fields: FieldMap = {};
    for (const [member, schema] of membersOf(shape))
      if (!omit.includes(member)) fields[rename[member] ?? camelCase(member)] = this.#field(t, member, schema, reader);
    return fields;
  }

  #field<Parent>(t: FieldBuilder<Parent>, member: string, schema: JsonSchema, reader: Reader<Parent>) {
    const common = { description: schema.description ?? '', needs: [member] };
    const read = (parent: Parent): unknown => reader.read(parent, member);
    const item = schema.type === 'array' ? schema.items : undefined;
    const inner = item ?? schema;
    if (inner.type === 'object') {
      const type = this.type(inner);
      const wrap = (parent: Parent, value: unknown): Scoped<object> | null =>
        typeof value === 'object' && value !== null ? { scope: reader.scope(parent), value } : null;
      if (!item) return t.field({ ...common, type, resolve: (parent) => wrap(parent, read(parent)) });
      const day = dayOf(inner);
      if (day === undefined)
        return t.field({
          ...common,
          type: [type],
          nullable: { list: true, items: true },
          resolve: (parent) => {
            const values = read(parent);
            return Array.isArray(values) ? values.map((value) => wrap(parent, value)) : null;
          },
        });
      return t.field({
        ...common,
        type: [type],
        nullable: { list: true, items: true },
        args: { orderBy: t.arg({ type: this.#dateOrder, description: 'In which order; without it, as sent.' }) },
        resolve: (parent, { orderBy }) => {
          const values = read(parent);
          return Array.isArray(values) ? byDay(values, day, orderBy).map((value) => wrap(parent, value)) : null;
        },
      });
    }
    const type = leafType(inner);
    if (!item) return t.field({ ...common, type, resolve: read });
    return t.field({
      ...common,
      type: [type],
      nullable: { list: true, items: true },
      resolve: (parent) => {
        const values = read(parent);
        return Array.isArray(values) ? values : null;
      },
    });
  }
}

/** The member by which a list of such elements can be ordered: the day on which an element begins. */
const dayOf = (element: JsonSchema): string | undefined =>
  Array.from(membersOf(element)).find(
    ([member, { format }]) => (member === 'start_date' || member === 'date') && format?.startsWith('date'),
  )?.[0];

/** The scalar of a leaf: what the contract says of its form, else what JSON says of its type. */
function leafType({ type, format }: JsonSchema) {
  if (format === 'uuid') return 'UUID';
  if (format === 'date') return 'Date';
  if (format === 'date-time') return 'DateTime';
  if (type === 'integer') return 'SafeInt';
  if (type === 'number') return 'Float';
  if (type === 'boolean') return 'Boolean';
  return 'String';
}

const shapeDescription = (shape: JsonSchema): string => shape.description ?? '';
