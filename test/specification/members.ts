import { type JsonSchema, membersOf } from '../../src/contract/schema.ts';
import type { Written } from './notation.ts';

/** Every member at every depth, by its path (`experience.company.size.min`), with its type where one is told. */
export type Members = ReadonlyMap<string, string | undefined>;

/** The specification's words for a schema's type. */
function typeOf(schema: JsonSchema): string | undefined {
  if (schema.type === 'array') {
    const items = typeOf(schema.items ?? {});
    return items && `${items}[]`;
  }
  if (schema.type === 'object') return undefined;
  return schema.format ?? schema.type;
}

export function contractMembers(schema: JsonSchema, above = ''): Members {
  return new Map(
    membersOf(schema).flatMap(([name, member]) => {
      const path = above + name;
      const inner = member.type === 'array' ? (member.items ?? {}) : member;
      return [[path, typeOf(member)] as const, ...contractMembers(inner, `${path}.`)];
    }),
  );
}

/** `elements` holds the shapes that are written once and named where they are used. */
export function writtenMembers(
  written: readonly Written[],
  elements: ReadonlyMap<string, readonly Written[]>,
  above = '',
): Members {
  return new Map(
    written.flatMap(({ name, type, members, of }) => {
      const path = above + name;
      const inner = of === undefined ? members : (elements.get(of) ?? []);
      const told = type?.replace(/s$/, '');
      return [[path, told] as const, ...writtenMembers(inner, elements, `${path}.`)];
    }),
  );
}

/** Every path at which a value holds something; the elements of a list share one. */
export function membersIn(value: unknown, above = '', into = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const element of value) membersIn(element, above, into);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      into.add(above + name);
      membersIn(member, `${above}${name}.`, into);
    }
  return into;
}
