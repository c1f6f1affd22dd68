import type { GraphQLField } from 'graphql';
import type { SessionRight } from '../state/sessions/session.ts';
import type { RecordReference } from './record-reference.ts';
import type { SelectedField } from './selection.ts';

/**
 * The members of a record that a field needs: a list, or a function of the members needed of a linked record below the
 * field (and of whether the caller requests the whole linked record).
 */
export type FieldRequirements =
  | readonly string[]
  | ((below: (typeName: string) => ReadonlySet<string>, full: boolean) => readonly string[]);

/** A field's own free call, which starts while its object's record is being loaded. */
export interface EarlyCall {
  start(parent: RecordReference, args: object, info: SelectedField): Promise<unknown>;
}

/** Reads a field's value from its parent. */
interface ParentReader {
  read(parent: unknown): unknown;
}

/**
 * Facts that a field declares in addition to its type. The builder takes them as field options
 * (`schema/facts-plugin.ts`) and stores them in the field's extensions; limits, price estimates and loads read them
 * there.
 */
export interface FieldFacts {
  /** Members that it needs of its object's record; absent: none. */
  readonly needs?: FieldRequirements | undefined;
  /** Its resolver, if that uses only the parent and returns no promise (`readingParent` sets both). */
  readonly read?: ParentReader['read'] | undefined;
  /** Upstream calls for each object on which it is resolved: true for one, or a number computed from the arguments. */
  readonly callsEach?: boolean | ((args: Readonly<Record<string, unknown>>) => number) | undefined;
  /** The argument that gives the number of objects requested: a number, or a list with an element for each. */
  readonly sizedBy?: string | undefined;
  /** The maximum number of objects if no argument gives it. */
  readonly sizeWithout?: number | undefined;
  /** The list of a page: its length is the size requested from the field that returns the page. */
  readonly ofPage?: boolean | undefined;
  /**
   * Maximum credits that the field itself costs, without the records below it: a number, or a function of the
   * arguments.
   */
  readonly credits?: number | ((args: Readonly<Record<string, unknown>>) => number) | undefined;
  /** For a link to a record: that record's members that are known without loading it. */
  readonly covers?: Readonly<Record<string, string>> | undefined;
  /**
   * Its free call, which may start while its object's record is being loaded, once the members in `needs` are known.
   */
  readonly early?: EarlyCall | undefined;
  /** For a mutation: the right that a session needs; default `act`. */
  readonly right?: SessionRight | undefined;
  /** For a root field: it is not in the federation subgraph, since supergraphs often have one with the same name. */
  readonly notInSubgraph?: boolean | undefined;
}

/** Facts that an object type declares in addition to its fields. */
export interface TypeFacts {
  /** The price of a record of this type, in credits. */
  readonly credits?: number | undefined;
  /** Whether resolving a reference to an object of it takes an upstream call. */
  readonly callsEach?: boolean | undefined;
  /** The type is `@shareable`: other subgraphs often have it, too, and each can resolve it. */
  readonly shareable?: boolean | undefined;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    readonly facts?: FieldFacts | undefined;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    readonly facts?: TypeFacts | undefined;
  }
}

/** Options of a field whose resolver uses only the parent and returns no promise. */
export const readingParent = <Parent, Value>(read: (parent: Parent) => Value) => ({ read, resolve: read });

/**
 * The function that reads a field's value from its parent, without arguments or info. Undefined if the resolver is
 * another function, for example one wrapped by a plugin.
 */
export function readerOf({ extensions, resolve }: GraphQLField<unknown, unknown>): ParentReader['read'] | undefined {
  const read = extensions.facts?.read;
  return read === resolve ? read : undefined;
}

/** The number of objects that a field requests; undefined if neither arguments nor facts give it. */
export function sizeOf(
  { extensions }: GraphQLField<unknown, unknown>,
  args: Readonly<Record<string, unknown>>,
): number | undefined {
  const { sizedBy, sizeWithout } = extensions.facts ?? {};
  const size = sizedBy && args[sizedBy];
  if (Array.isArray(size)) return size.length;
  return typeof size === 'number' ? Math.max(size, 0) : sizeWithout;
}
