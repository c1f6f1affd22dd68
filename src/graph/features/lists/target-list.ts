import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Change, Read } from '../../state/state-adapter.ts';
import { parseStored } from '../../validate.ts';

/** Bounds of lists; names and notes are counted in characters. */
export const maxTargets = 500;
export const maxLists = 200;
export const maxName = 200;
export const maxNote = 500;
export const maxLabel = 300;

export const targetStatuses = ['TO_ASK', 'ASKED', 'INTRODUCED', 'NO'] as const;
export type TargetStatus = (typeof targetStatuses)[number];

/** A reference to a target: a person or company by an identifier, or a company by its website. */
const TargetRef = Type.Union([
  Type.Object({
    of: Type.Enum(['profile', 'company']),
    kind: Type.Enum(['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids']),
    value: Type.String(),
  }),
  Type.Object({ of: Type.Literal('website'), value: Type.String() }),
]);
export type TargetRef = Static<typeof TargetRef>;

/** A target as stored, under its list's id and its own. */
const StoredTarget = Type.Object({
  ref: TargetRef,
  status: Type.Enum([...targetStatuses]),
  note: Type.Optional(Type.String()),
  /** The words by which the target was given. */
  label: Type.Optional(Type.String()),
  /** Of a company, the title of the people who are wanted there. */
  title: Type.Optional(Type.String()),
  /** Sort key within the list. */
  place: Type.Number(),
});

export interface ListTarget extends Static<typeof StoredTarget> {
  readonly id: string;
}

/** A list without its targets, as stored under its id. */
const StoredList = Type.Object({
  name: Type.String(),
  /** Number of targets. */
  count: Type.Number(),
  /** The `place` of the next target. */
  nextPlace: Type.Number(),
  /** Milliseconds since 1970. */
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
});

export interface TargetList extends Static<typeof StoredList> {
  readonly id: string;
}

/** A target to add; targets with the same `key` are duplicates. */
export interface NewTarget {
  readonly key: string;
  readonly ref: TargetRef;
  readonly status: TargetStatus;
  readonly note?: string | undefined;
  readonly label?: string | undefined;
  readonly title?: string | undefined;
}

/** A change to a list, applied atomically. */
export interface ListChange {
  readonly name?: string | undefined;
  /** Targets already in the list are left unchanged. */
  readonly add?: readonly NewTarget[];
  /** An empty note or title removes it. */
  readonly edit?: readonly {
    readonly id: string;
    readonly status?: TargetStatus | undefined;
    readonly note?: string | undefined;
    readonly title?: string | undefined;
  }[];
  /** Targets by id; one that the list does not have is ignored. */
  readonly remove?: readonly string[];
}

export type Changed =
  | { readonly kind: 'changed'; readonly list: TargetList }
  | { readonly kind: 'no list' }
  | { readonly kind: 'no target'; readonly id: string }
  | { readonly kind: 'full'; readonly count: number };

export const listPrefix = 'list:';
export const listKey = (id: string): string => listPrefix + id;
export const targetPrefix = (listId: string): string => `target:${listId}:`;
const targetKey = (listId: string, id: string): string => targetPrefix(listId) + id;

/** A hash of the list's id and the target's key, so that a list holds each target once. */
const targetId = (listId: string, key: string): string =>
  createHash('sha256').update(`${listId} ${key}`).digest('base64url').slice(0, 22);

export const listIn = (id: string, text: string): TargetList => ({
  id,
  ...parseStored('target list', StoredList, text),
});

export const targetIn = (id: string, text: string): ListTarget => ({
  id,
  ...parseStored('target', StoredTarget, text),
});

const withoutId = ({ id: _id, ...stored }: TargetList | ListTarget): string => JSON.stringify(stored);

export const emptyList = (id: string, name: string, now: number): TargetList => ({
  id,
  name,
  count: 0,
  nextPlace: 0,
  createdAt: now,
  updatedAt: now,
});

/** The entry of a list without targets. */
export const listEntry = (list: TargetList): readonly [string, { readonly value: string }] => [
  listKey(list.id),
  { value: withoutId(list) },
];

/** Returns a pure function that applies a change to the list that the store reads. */
export function changeList(
  id: string,
  { name, add = [], edit = [], remove = [] }: ListChange,
  now: number,
): (read: Read) => Change<Changed> {
  return (read) => {
    const text = read(listKey(id));
    if (text === undefined) return { value: { kind: 'no list' } };
    const list = listIn(id, text);
    let { count, nextPlace } = list;
    const changed = new Map<string, ListTarget | undefined>();
    const current = (target: string, readEntry: (key: string) => string | undefined = read): ListTarget | undefined => {
      if (changed.has(target)) return changed.get(target);
      const stored = readEntry(targetKey(id, target));
      return stored === undefined ? undefined : targetIn(target, stored);
    };
    for (const target of remove) {
      if (!current(target)) continue;
      changed.set(target, undefined);
      count -= 1;
    }
    for (const { id: target, ...texts } of edit) {
      const found = current(target);
      if (!found) return { value: { kind: 'no target', id: target } };
      const { note: oldNote, title: oldTitle, ...kept } = found;
      const { status = kept.status, note = oldNote, title = oldTitle } = texts;
      changed.set(target, { ...kept, status, ...(note && { note }), ...(title && { title }) });
    }
    for (const { key, note, label, title, ...target } of add) {
      const added = targetId(id, key);
      if (current(added, read.absent)) continue;
      const texts = { ...(note && { note }), ...(label && { label }), ...(title && { title }) };
      changed.set(added, { id: added, ...target, ...texts, place: nextPlace });
      nextPlace += 1;
      count += 1;
    }
    if (count > maxTargets) return { value: { kind: 'full', count } };
    const next: TargetList = { ...list, name: name ?? list.name, count, nextPlace, updatedAt: now };
    const writes = new Map<string, { readonly value: string } | undefined>([listEntry(next)]);
    for (const [target, value] of changed) writes.set(targetKey(id, target), value && { value: withoutId(value) });
    return { value: { kind: 'changed', list: next }, writes };
  };
}
