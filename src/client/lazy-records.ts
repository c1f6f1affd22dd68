import { parseJson } from '../contract/json.ts';
import { identifiersPerArray } from '../contract/limits.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { type JsonSchema, membersOf } from '../contract/schema.ts';
import type { ValueCopier, WireNames } from '../contract/wire-names.ts';
import {
  closeArray,
  closeObject,
  colon,
  comma,
  endOfPlainString,
  endOfString,
  endOfValue,
  openArray,
  openObject,
  quote,
  skipSpace,
} from './json-bytes.ts';

/**
 * Answers whose records are parsed lazily, member by member.
 *
 * A query selects perhaps five of a record's fifty members, and experience and education are two thirds of its 6 KB.
 * Finding where members start takes a third of the time of parsing them, and what is not parsed need not be
 * garbage-collected.
 */

/** Location of the records in an operation's answers, and their members' names; from the contract. */
export interface RecordLayout {
  /** The member of the answer that lists the records. */
  readonly list: string;
  readonly record: Names;
  /** The member of a record with most of its data. */
  readonly info: { readonly name: string; readonly number: number; readonly names: Names };
  readonly newRecord: RecordClass;
  readonly newInfo: RecordClass;
  /** The upstream's names, if they differ from the contract's. */
  readonly wire: WireNames | undefined;
}

type RecordClass = new (answer: IndexedAnswer, at: number, slots: number) => DeferredObject;
type DeferredClass = abstract new (answer: IndexedAnswer, at: number, slots: number) => DeferredObject;

/**
 * Parses like `JSON.parse`, except that members of records and their infos are parsed on first access, and those that
 * are not in the contract are inaccessible.
 *
 * @param malformed creates the error that is thrown on access to a member that is not valid JSON
 * @returns undefined if the text does not have this layout; use `JSON.parse` then
 */
export function parseDeferring(
  bytes: Buffer,
  layout: RecordLayout,
  malformed: (member: string) => Error,
): Readonly<Record<string, unknown>> | undefined {
  return new IndexedAnswer(bytes, layout, malformed).read();
}

/** Parses the JSON texts of stored records, with the contract's names, as `parseDeferring` does those of an answer. */
export function parseStored(operation: Operation, texts: readonly Buffer[]): readonly unknown[] {
  const layout = layoutOf(operation);
  const list = layout?.list ?? '';
  const parts = texts.flatMap((text, at) => (at === 0 ? [text] : [separator, text]));
  const bytes = Buffer.concat([Buffer.from(`{"${list}":[`), ...parts, Buffer.from(']}')]);
  const answer = layout && parseDeferring(bytes, layout, (member) => new SyntaxError(`${member} is not JSON`));
  const records = answer?.[list];
  return Array.isArray(records) ? records : texts.map((text) => parseJson(text.toString()));
}

const separator = Buffer.from(',');

/** The member names of an object, by number: the contract's, and the upstream's if they differ. */
class Names {
  readonly all: readonly string[];
  /**
   * Functions that rename inside a member's value, by number, and inside the whole object; if the upstream's names
   * differ.
   */
  readonly copiers: readonly (ValueCopier | undefined)[];
  readonly copier: ValueCopier | undefined;
  /** As they appear in the bytes, quoted. */
  readonly #quoted: readonly Buffer[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** The name last seen after each name (at the end, the first name): objects usually have the same order. */
  readonly #follows: number[];

  constructor(schema: JsonSchema, wire: WireNames | undefined) {
    const members = membersOf(schema);
    this.all = members.map(([name]) => name);
    const onWire = wire ? this.all.map(wire.toWire) : this.all;
    this.copiers = wire ? members.map(([, member]) => wire.copier(member)) : [];
    this.copier = wire?.copier(schema);
    this.#quoted = onWire.map((name) => Buffer.from(JSON.stringify(name)));
    this.#numbers = new Map(onWire.map((name, number) => [name, number]));
    this.#follows = [...onWire.keys(), 0];
  }

  get size(): number {
    return this.all.length;
  }

  /**
   * The number of the name at this position if it is one of those expected after another (-1 for the start); otherwise
   * -1.
   */
  expected(bytes: Uint8Array, at: number, after: number): number {
    let number = this.#follows[after < 0 ? this.all.length : after] ?? 0;
    for (let skipped = 0; skipped <= maxSkipped; skipped += 1) {
      if (isAt(bytes, at, this.#quoted[number])) return number;
      number = this.#follows[number] ?? 0;
    }
    return -1;
  }

  lengthOf(number: number): number {
    return this.#quoted[number]?.length ?? 0;
  }

  /** The number of a name, which is then expected after the other one; -1 if it is unknown. */
  numberOf(name: string, after: number): number {
    const number = this.#numbers.get(name) ?? -1;
    if (number >= 0) this.#follows[after < 0 ? this.all.length : after] = number;
    return number;
  }
}

function isAt(bytes: Uint8Array, at: number, name: Uint8Array | undefined): boolean {
  if (name === undefined) return false;
  for (let place = 0; place < name.length; place += 1) if (bytes[at + place] !== name[place]) return false;
  return true;
}

/** Maximum missing members that are skipped before a name is looked up. */
const maxSkipped = 4;

/** Maximum records to allocate slots for: the maximum that a fetch can name. */
const maxRecords = 4 * identifiersPerArray;

/** Typical size of a record in bytes, to allocate slots for most answers at once. */
const usualBytes = 2_048;

/** The bytes of an answer, with an index of where its records' members start. */
class IndexedAnswer {
  readonly bytes: Buffer;
  readonly layout: RecordLayout;
  readonly malformed: (member: string) => Error;
  /**
   * Per record, a slot for each of its names, then for each of its info's: the start of the value, 0 if there is none.
   */
  slots: Int32Array;
  #used = 0;
  /** Current position; -1 once the text does not match the layout. */
  #at = 0;

  constructor(bytes: Buffer, layout: RecordLayout, malformed: (member: string) => Error) {
    this.bytes = bytes;
    this.layout = layout;
    this.malformed = malformed;
    const records = Math.min(1 + Math.floor(bytes.length / usualBytes), maxRecords);
    this.slots = new Int32Array(records * (layout.record.size + layout.info.names.size));
  }

  read(): Readonly<Record<string, unknown>> | undefined {
    const { bytes, layout } = this;
    const root: Record<string, unknown> = {};
    const start = skipSpace(bytes, 0);
    if (bytes[start] !== openObject) return undefined;
    this.#at = skipSpace(bytes, start + 1);
    do {
      const name = this.#name();
      // A duplicate list, a name that only `JSON.parse` handles correctly, or an empty answer.
      if (name === undefined || name === '__proto__' || (name === layout.list && name in root)) return undefined;
      this.#colon();
      if (this.#at < 0) return undefined;
      const isList = name === layout.list && bytes[this.#at] === openArray;
      root[name] = isList ? this.#records() : this.#plainValue();
    } while (this.#goesOn(closeObject));
    return this.#at >= 0 && skipSpace(bytes, this.#at) === bytes.length ? root : undefined;
  }

  #plainValue(): unknown {
    const start = this.#at;
    this.#skipValue();
    try {
      return this.#at < 0 ? undefined : JSON.parse(this.bytes.toString('utf8', start, this.#at));
    } catch {
      this.#at = -1;
      return undefined;
    }
  }

  #records(): readonly unknown[] {
    const { bytes } = this;
    const records: unknown[] = [];
    this.#at = skipSpace(bytes, this.#at + 1);
    if (bytes[this.#at] === closeArray) {
      this.#at += 1;
      return records;
    }
    while (this.#at >= 0) {
      if (records.length === maxRecords) this.#at = -1;
      else records.push(bytes[this.#at] === openObject ? this.#record() : this.#plainValue());
      if (this.#goesOn(closeArray)) continue;
      break;
    }
    return records;
  }

  #record(): DeferredObject {
    const { record, info, newRecord } = this.layout;
    const begin = this.#at;
    const base = this.#used;
    this.#used += record.size + info.names.size;
    if (this.#used > this.slots.length) this.#grow();
    this.#object(record, base, info.number);
    return new newRecord(this, begin, base);
  }

  /** Indexes the members of the object at the current position, and those of its info; moves past it. */
  #object(names: Names, base: number, infoNumber: number): void {
    const { bytes, slots } = this;
    this.#at = skipSpace(bytes, this.#at + 1);
    if (bytes[this.#at] === closeObject) {
      this.#at += 1;
      return;
    }
    let last = -1;
    do {
      let number = names.expected(bytes, this.#at, last);
      if (number >= 0) this.#at += names.lengthOf(number);
      else {
        const name = this.#name();
        if (name === undefined) return;
        number = names.numberOf(name, last);
      }
      this.#colon();
      if (number >= 0) {
        last = number;
        const slot = base + number;
        const isInfo = number === infoNumber && bytes[this.#at] === openObject;
        // A duplicate info would be mixed with the first. For other duplicate members, the last one counts.
        if (isInfo && slots[slot] !== 0) this.#at = -1;
        slots[slot] = this.#at;
        if (isInfo) {
          if (this.#at >= 0) this.#object(this.layout.info.names, base + names.size, -1);
          continue;
        }
      }
      this.#skipValue();
    } while (this.#goesOn(closeObject));
  }

  /** The name at the current position; undefined if it has escapes, and so must be parsed to be compared. */
  #name(): string | undefined {
    const { bytes } = this;
    const start = this.#at;
    const end = endOfString(bytes, start);
    const name = bytes.toString('utf8', start + 1, end - 1);
    const isPlain = bytes[start] === quote && end <= bytes.length && /^[^\\\p{Cc}]*$/u.test(name);
    this.#at = isPlain ? end : -1;
    return isPlain ? name : undefined;
  }

  /** Moves past the colon. */
  #colon(): void {
    if (this.#at < 0) return;
    const at = skipSpace(this.bytes, this.#at);
    this.#at = this.bytes[at] === colon ? skipSpace(this.bytes, at + 1) : -1;
  }

  /** Moves past the comma before the next member, or the closing bracket. */
  #goesOn(close: number): boolean {
    if (this.#at < 0) return false;
    const { bytes } = this;
    const at = skipSpace(bytes, this.#at);
    const byte = bytes[at];
    if (byte === comma) {
      this.#at = skipSpace(bytes, at + 1);
      return true;
    }
    this.#at = byte === close ? at + 1 : -1;
    return false;
  }

  #skipValue(): void {
    if (this.#at < 0) return;
    const end = endOfValue(this.bytes, this.#at);
    this.#at = end > this.#at && end <= this.bytes.length ? end : -1;
  }

  #grow(): void {
    const grown = new Int32Array(Math.max(this.#used, this.slots.length * 2));
    grown.set(this.slots);
    this.slots = grown;
  }
}

/**
 * The place in a record for what its cache knows of it. A place that was added later would give records a second shape, and access to
 * members more shapes than V8 compiles for.
 */
export const provenance = Symbol('provenance');

/** An object of an answer, whose members are parsed on access. */
abstract class DeferredObject {
  [provenance]: unknown = undefined;
  readonly #answer: IndexedAnswer;
  readonly #at: number;
  readonly #slots: number;
  /** Parsed values, by the number of their name. */
  #values: unknown[] | undefined;

  constructor(answer: IndexedAnswer, at: number, slots: number) {
    this.#answer = answer;
    this.#at = at;
    this.#slots = slots;
  }

  /** The whole object as sent, including unknown members, with the contract's names. */
  abstract toJSON(): unknown;

  static whole(object: DeferredObject, { copier }: Names): unknown {
    const sent = parsedAt(object.#answer, object.#at, 'record');
    return copier ? copier(sent) : sent;
  }

  /** The bytes of the object as sent, with the contract's names. */
  static bytesOf(object: DeferredObject): Buffer {
    const { bytes, layout } = object.#answer;
    const sent = bytes.subarray(object.#at, endOfValue(bytes, object.#at));
    return layout.wire ? Buffer.from(layout.wire.contractText(sent.toString())) : sent;
  }

  static member(object: DeferredObject, names: Names, number: number): unknown {
    const known = object.#values?.[number];
    if (known !== undefined) return known;
    const at = object.#answer.slots[object.#slots + number] ?? 0;
    if (at === 0) return undefined;
    const sent = object.parse(object.#answer, names.all[number] ?? '', at, object.#slots);
    const copier = names.copiers[number];
    const value = copier && !(sent instanceof DeferredObject) ? copier(sent) : sent;
    object.#values ??= new Array<unknown>(names.size);
    object.#values[number] = value;
    return value;
  }

  /** Parses the value of a member that starts at `at`. */
  protected parse(answer: IndexedAnswer, name: string, at: number, _slots: number): unknown {
    return parsedAt(answer, at, name);
  }
}

/** A record's JSON in UTF-8. If its parsing was deferred, the bytes as sent, without validation. */
export const jsonBytesOf = (record: unknown): Buffer =>
  record instanceof DeferredObject ? DeferredObject.bytesOf(record) : Buffer.from(JSON.stringify(record));

function parsedAt({ bytes, malformed }: IndexedAnswer, at: number, name: string): unknown {
  // Fast path: most members that are read are strings without escapes.
  const end = endOfPlainString(bytes, at);
  if (end > 0) return bytes.toString('utf8', at + 1, end - 1);
  try {
    return JSON.parse(bytes.toString('utf8', at, endOfValue(bytes, at)));
  } catch {
    throw malformed(name);
  }
}

abstract class DeferredRecord extends DeferredObject {
  protected override parse(answer: IndexedAnswer, name: string, at: number, slots: number): unknown {
    const { info, newInfo, record } = answer.layout;
    if (name === info.name && answer.bytes[at] === openObject) return new newInfo(answer, at, slots + record.size);
    return super.parse(answer, name, at, slots);
  }
}

/** Creates a class with getters for these members. */
function withMembers(names: Names, of: DeferredClass): RecordClass {
  const made = class extends of {
    toJSON(): unknown {
      return DeferredObject.whole(this, names);
    }
  };
  for (const [number, name] of names.all.entries())
    Object.defineProperty(made.prototype, name, {
      enumerable: true,
      get(this: DeferredObject) {
        return DeferredObject.member(this, names, number);
      },
    });
  return made;
}

const layouts = new WeakMap<Operation, Map<string, RecordLayout | undefined>>();

/**
 * The layout of an operation's answers; undefined if they do not list records with an info. Memoized per operation and
 * upstream names.
 */
export function layoutOf(operation: Operation, wire?: WireNames): RecordLayout | undefined {
  const known = layouts.get(operation) ?? new Map<string, RecordLayout | undefined>();
  layouts.set(operation, known);
  const words = wire?.fingerprint ?? '';
  if (!known.has(words)) known.set(words, layoutIn(operation.answers[200]?.schema ?? {}, wire));
  return known.get(words);
}

function layoutIn(answer: JsonSchema, wire: WireNames | undefined): RecordLayout | undefined {
  for (const [list, { items }] of membersOf(answer)) {
    const [info] = membersOf(items ?? {})
      .filter(([, { properties }]) => properties)
      .toSorted(([, one], [, other]) => membersOf(other).length - membersOf(one).length);
    if (!items || !info) continue;
    const record = new Names(items, wire);
    const names = new Names(info[1], wire);
    return {
      list,
      record,
      info: { name: info[0], number: record.all.indexOf(info[0]), names },
      newRecord: withMembers(record, DeferredRecord),
      newInfo: withMembers(names, DeferredObject),
      wire,
    };
  }
  return undefined;
}
