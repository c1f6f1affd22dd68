import type { SearchableKind } from './catalogue.ts';
import { querySchema } from './query-schema.ts';

/** The part of a request schema that is used here. */
interface Requested {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly pattern?: unknown;
  readonly 'x-query'?: SearchableKind;
  readonly 'x-pattern'?: string;
}

/** Keywords of string schemas that already restrict their values. */
const namedOtherwise = ['enum', 'format', 'pattern'];

const noNull = '^[^\\u0000]*$';

/**
 * Adds to a request schema what the service checks with its own error sentences: the clauses of a query (`x-query`),
 * patterns of texts (`x-pattern`), and that no text contains U+0000.
 */
export function requestSchema(schema: Requested): object {
  const { 'x-query': kind, 'x-pattern': pattern, ...plain } = schema;
  if (kind !== undefined) {
    const query = querySchema(kind);
    return { ...within(query), description: plain.description, 'x-shape': query.description };
  }
  const rules = within(plain);
  if (pattern !== undefined) return { ...rules, pattern };
  return isText(plain) && !namedOtherwise.some((rule) => rule in plain) ? { ...rules, pattern: noNull } : rules;
}

const isText = ({ type }: Requested): boolean => type === 'string' || (Array.isArray(type) && type.includes('string'));

const within = (schema: object): object =>
  Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, nested(value)]));

function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nested);
  return typeof value === 'object' && value !== null ? requestSchema(value) : value;
}
