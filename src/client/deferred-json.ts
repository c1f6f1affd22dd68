/**
 * JSON whose long parts are parsed when they are first read.
 *
 * A record is mostly what a caller did not select: of a profile's 6 KB, experience and education are two thirds. To find
 * where such a part ends costs a third of parsing it, and what was never parsed is never collected as garbage. Who
 * selects such a part pays for both: about a seventh more than plain parsing.
 */

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A part that was cut out: where it belongs, and its bytes. */
interface Cut {
  /** The object it is a member of, from the root: names of members and indices of elements. */
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Deferral {
  /** Members of how many values stand around a part: 4 for `{ results: [ { info: { part } } ] }`. */
  readonly depth: number;
  /** Shorter parts are not worth it; in bytes. */
  readonly atLeast: number;
}

/**
 * What `JSON.parse` makes of the same bytes, but for this: an array or object that is a member of an object at `depth`,
 * and no shorter than `atLeast`, is parsed when it is first read, and stands behind the other members of its object.
 *
 * @param malformed makes the error that reading a part throws whose brackets match but which is no JSON
 * @throws {SyntaxError} for what else is not JSON
 */
export function parseDeferring(bytes: Buffer, deferral: Deferral, malformed: (member: string) => Error): unknown {
  const { cuts, kept } = cutLongParts(bytes, deferral);
  if (cuts.length === 0) return JSON.parse(bytes.toString());
  const root: unknown = JSON.parse(joined(bytes, kept));
  for (const { path, name, start, end } of cuts) {
    let parent = root;
    for (const step of path) parent = childOf(parent, step);
    if (typeof parent === 'object' && parent !== null)
      membersNamed(name).defer(parent, { bytes, start, end, malformed });
  }
  return root;
}

const childOf = (parent: unknown, step: string | number): unknown =>
  typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined;

/** The bytes of a member that nobody has read. */
interface Unread {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly malformed: (member: string) => Error;
}

/** The unread members of one name. They share a getter, so that objects with the same members keep one hidden class. */
class DeferredMembers {
  readonly #name: string;
  readonly #unread = new WeakMap<object, Unread>();
  readonly #getter: PropertyDescriptor;

  constructor(name: string) {
    this.#name = name;
    const read = (parent: object) => this.#read(parent);
    this.#getter = {
      configurable: true,
      enumerable: true,
      get(this: object) {
        return read(this);
      },
    };
  }

  defer(parent: object, unread: Unread): void {
    this.#unread.set(parent, unread);
    Object.defineProperty(parent, this.#name, this.#getter);
  }

  #read(parent: object): unknown {
    const unread = this.#unread.get(parent);
    const value = unread && this.#parse(unread);
    Object.defineProperty(parent, this.#name, { value, configurable: true, enumerable: true, writable: true });
    this.#unread.delete(parent);
    return value;
  }

  #parse({ bytes, start, end, malformed }: Unread): unknown {
    try {
      return JSON.parse(bytes.toString('utf8', start, end));
    } catch {
      throw malformed(this.#name);
    }
  }
}

const deferredMembers = new Map<string, DeferredMembers>();

/** More than the contract has: an upstream that makes names up does not fill the memory with them. */
const mostNames = 1_000;

function membersNamed(name: string): DeferredMembers {
  const known = deferredMembers.get(name);
  if (known) return known;
  const members = new DeferredMembers(name);
  if (deferredMembers.size < mostNames) deferredMembers.set(name, members);
  return members;
}

/**
 * Walks the bytes once: the long parts at the depth, and the ranges of what is left, without their names and commas.
 * Every byte of an answer passes through these loops: they are kept plain.
 */
function cutLongParts(bytes: Buffer, { depth, atLeast }: Deferral): { readonly cuts: Cut[]; kept: number[] } {
  const cuts: Cut[] = [];
  const kept: number[] = [];
  /** The way to where the walk is: indices, and where in the bytes a member's name begins, as a negative number. */
  const path: number[] = [];
  let keptFrom = 0;
  let nameAt = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      nameAt = at;
      at = endOfString(bytes, at);
    } else if (byte === openObject || byte === openArray) {
      const deepest = path.length - 1;
      const isMember = deepest >= 0 && (path[deepest] ?? 0) < 0;
      if (isMember) path[deepest] = -nameAt;
      if (path.length < depth) {
        path.push(byte === openArray ? 0 : -1);
        at += 1;
        continue;
      }
      const end = endOfPart(bytes, at);
      const rest = isMember && end - at >= atLeast ? without(bytes, nameAt, at, end, keptFrom) : undefined;
      if (rest) {
        const way = path.slice(0, -1).map((step) => (step < 0 ? nameIn(bytes, -step) : step));
        cuts.push({ path: way, name: nameIn(bytes, nameAt), start: at, end });
        kept.push(keptFrom, rest.until);
        keptFrom = rest.from;
      }
      at = rest?.from ?? end;
    } else {
      if (byte === closeObject || byte === closeArray) path.pop();
      else if (byte === comma) {
        const index = path.at(-1) ?? -1;
        if (index >= 0) path[path.length - 1] = index + 1;
      }
      at += 1;
    }
  }
  kept.push(keptFrom, bytes.length);
  return { cuts, kept };
}

function nameIn(bytes: Buffer, at: number): string {
  const name = bytes.toString('utf8', at + 1, endOfString(bytes, at) - 1);
  return name.includes('\\') ? String(JSON.parse(`"${name}"`)) : name;
}

/**
 * Where the rest of an object breaks off, and goes on, when a member is taken out: with the comma before it, or, where
 * nothing is left before it, with the comma behind it. Undefined where commas and colon are not as they must be: then
 * nothing is taken out, and the parser sees it.
 */
function without(
  bytes: Buffer,
  nameAt: number,
  at: number,
  end: number,
  keptFrom: number,
): { readonly until: number; readonly from: number } | undefined {
  const colonAt = skipSpace(bytes, endOfString(bytes, nameAt));
  if (bytes[colonAt] !== colon || skipSpace(bytes, colonAt + 1) !== at) return undefined;
  const before = skipSpaceBack(bytes, nameAt);
  if (before >= keptFrom && bytes[before] === comma)
    return bytes[skipSpaceBack(bytes, before)] === openObject ? undefined : { until: before, from: end };
  if (before >= keptFrom && bytes[before] !== openObject) return undefined;
  const after = skipSpace(bytes, end);
  if (bytes[after] === closeObject) return { until: nameAt, from: end };
  return bytes[after] === comma && bytes[skipSpace(bytes, after + 1)] === quote
    ? { until: nameAt, from: after + 1 }
    : undefined;
}

/** The index of the first byte that is no space, from `at` on. */
function skipSpace(bytes: Buffer, at: number): number {
  let found = at;
  while (isSpace(bytes[found])) found += 1;
  return found;
}

/** The index of the last byte before `at` that is no space. */
function skipSpaceBack(bytes: Buffer, at: number): number {
  let found = at - 1;
  while (isSpace(bytes[found])) found -= 1;
  return found;
}

/** The index behind a string that begins at `at`; behind the bytes, `bytes[end]` is undefined. */
function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  for (;;) {
    const byte = bytes[end];
    if (byte === quote) return end + 1;
    if (byte === undefined) return end;
    end += byte === backslash ? 2 : 1;
  }
}

/** The index behind an array or object that begins at `at`. */
function endOfPart(bytes: Uint8Array, at: number): number {
  let open = 0;
  let end = at;
  for (;;) {
    const byte = bytes[end];
    if (byte === quote) {
      end = endOfString(bytes, end);
      continue;
    }
    if (byte === undefined) return end;
    end += 1;
    if (byte === openObject || byte === openArray) open += 1;
    else if (byte === closeObject || byte === closeArray) {
      open -= 1;
      if (open === 0) return end;
    }
  }
}

function joined(bytes: Buffer, kept: readonly number[]): string {
  const pieces: Buffer[] = [];
  for (let at = 0; at < kept.length; at += 2) pieces.push(bytes.subarray(kept[at], kept[at + 1]));
  return Buffer.concat(pieces).toString();
}
