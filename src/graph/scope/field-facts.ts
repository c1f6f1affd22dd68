import type { GraphQLField } from 'graphql';
import type { SessionRight } from '../state/sessions/session.ts';
import type { RecordReference } from './record-reference.ts';
import type { SelectedField } from './selection.ts';

/**
 * What a field of a record needs of it: a list of the record's members, or a function of what is needed of a linked
 * record below the field (and of whether the caller insists on all of that record).
 */
export type FieldRequirements =
  | readonly string[]
  | ((below: (typeName: string) => ReadonlySet<string>, full: boolean) => readonly string[]);

/** A field's own free call, which starts while its object's record is being loaded. */
export interface EarlyCall {
  start(parent: RecordReference, args: object, info: SelectedField): Promise<unknown>;
}

/** Reads a field off its parent. */
interface ParentReader {
  read(parent: unknown): unknown;
}

/**
 * What a field declares beside its type. The builder takes these facts as options of the field (`schema/facts-plugin.ts`)
 * and puts them in the field's extensions, where limits, price estimates and loads read them.
 */
export interface FieldFacts {
  /** What it needs of its object's record; without it, nothing. */
  readonly needs?: FieldRequirements | undefined;
  /** Its resolver, where that reads the parent alone, and promises nothing (`readingParent` declares the two as one). */
  readonly read?: ParentReader['read'] | undefined;
  /** It takes an upstream call of its own on each object, or so many by its arguments. */
  readonly callsEach?: boolean | ((args: Readonly<Record<string, unknown>>) => number) | undefined;
  /** The argument that says how many objects it asks for: a count, or a list with an element for each. */
  readonly sizedBy?: string | undefined;
  /** How many objects it asks for at most where the argument of `sizedBy` is absent. */
  readonly sizeWithout?: number | undefined;
  /** The list of a page: as long as the field that answers the page was asked for. */
  readonly ofPage?: boolean | undefined;
  /** Credits that it costs by itself, at most, beside the records below it; by its arguments, where they decide. */
  readonly credits?: number | ((args: Readonly<Record<string, unknown>>) => number) | undefined;
  /** It links to a record: that record's members which are known without loading it. */
  readonly covers?: Readonly<Record<string, string>> | undefined;
  /** Its free call, which may start while its object's record is being loaded; `needs` says from when on. */
  readonly early?: EarlyCall | undefined;
  /** A mutation: the right that a session needs for it; `act`, unless it says otherwise. */
  readonly right?: SessionRight | undefined;
}

/** What an object type declares beside its fields. */
export interface TypeFacts {
  /** It is the type of a record, which costs so many credits. */
  readonly credits?: number | undefined;
  /** Resolving a reference to an object of it takes an upstream call of its own. */
  readonly callsEach?: boolean | undefined;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    readonly facts?: FieldFacts | undefined;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    readonly facts?: TypeFacts | undefined;
  }
}

/** The options of a field whose resolver reads the parent alone, and promises nothing. */
export const readingParent = <Parent, Value>(read: (parent: Parent) => Value) => ({ read, resolve: read });

/**
 * How a field is read off its parent, without arguments or info; undefined where its resolver is another function, such as
 * one in which a plugin has wrapped it.
 */
export function readerOf({ extensions, resolve }: GraphQLField<unknown, unknown>): ParentReader['read'] | undefined {
  const read = extensions.facts?.read;
  return read === resolve ? read : undefined;
}

/** How many objects a field asks for by its arguments; undefined where they don't say. */
export function sizeOf(
  { extensions }: GraphQLField<unknown, unknown>,
  args: Readonly<Record<string, unknown>>,
): number | undefined {
  const { sizedBy, sizeWithout } = extensions.facts ?? {};
  const size = sizedBy && args[sizedBy];
  if (Array.isArray(size)) return size.length;
  return typeof size === 'number' ? Math.max(size, 0) : sizeWithout;
}
