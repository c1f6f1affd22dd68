/** An object or a value in a JSON text with comments, by the offsets of its characters. */
interface Node {
  readonly start: number;
  readonly end: number;
  /** Of an object: its members, in their order. */
  readonly members?: readonly Member[];
}

interface Member {
  readonly name: string;
  readonly start: number;
  readonly value: Node;
  /** Offset of the comma after it; undefined if there is none. */
  readonly comma: number | undefined;
}

/** The text is not JSON, apart from comments and trailing commas. */
export class NotJson extends Error {}

/** Reads JSON with comments and trailing commas, as clients keep it. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws {NotJson} */
  whole(): Node {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    const node = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('the end');
    return node;
  }

  #fail(expected: string): never {
    const before = this.#text.slice(0, this.#at).split('\n');
    throw new NotJson(`line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: expected ${expected}`);
  }

  #skip(): void {
    const found = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/.exec(this.#text.slice(this.#at));
    this.#at += found?.[0].length ?? 0;
  }

  #takes(character: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #value(): Node {
    this.#skip();
    const start = this.#at;
    if (this.#takes('{')) return this.#object(start);
    if (this.#takes('[')) {
      while (!this.#takes(']')) {
        this.#value();
        if (!this.#takes(',') && this.#text[this.#at] !== ']') this.#fail('a comma or ]');
      }
      return { start, end: this.#at };
    }
    const found = /^(?:"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/.exec(
      this.#text.slice(this.#at, this.#at + 1_000_000),
    );
    if (!found) this.#fail('a value');
    this.#at += found[0].length;
    return { start, end: this.#at };
  }

  #object(start: number): Node {
    const members: Member[] = [];
    while (!this.#takes('}')) {
      const name = this.#value();
      const key: unknown =
        this.#text[name.start] === '"' ? JSON.parse(this.#text.slice(name.start, name.end)) : undefined;
      if (typeof key !== 'string') this.#fail('a name');
      if (!this.#takes(':')) this.#fail('a colon');
      const value = this.#value();
      const comma = this.#takes(',') ? this.#at - 1 : undefined;
      members.push({ name: key, start: name.start, value, comma });
      if (comma === undefined && this.#text[this.#at] !== '}') this.#fail('a comma or }');
    }
    return { start, end: this.#at, members };
  }
}

/** A text with an entry in an object of its own, and how much of it is new. */
export interface Edited {
  readonly text: string;
  /** What was made: the whole file, the object with the entry, or the entry alone. */
  readonly made: 'file' | 'object' | 'entry';
}

/**
 * Adds an entry to an object of a file, which is made if it is missing; nothing else changes, comments and line ends
 * included. An entry of the same name is replaced.
 *
 * @throws {NotJson} if the text cannot be read, or is not an object of objects
 */
export function withEntry(text: string, object: string, name: string, entry: object): Edited {
  if (text.trim() === '')
    return { text: `${JSON.stringify({ [object]: { [name]: entry } }, undefined, 2)}\n`, made: 'file' };
  const root = objectIn(new Reader(text).whole(), 'the file');
  const outer = root.members.find((member) => member.name === object);
  const unit = indentOf(text, root);
  if (!outer) return { text: inserted(text, root, object, { [name]: entry }, [unit, 1]), made: 'object' };
  const servers = objectIn(outer.value, object);
  const known = servers.members.find((member) => member.name === name);
  if (!known) return { text: inserted(text, servers, name, entry, [unit, 2]), made: 'entry' };
  const shown = printed(entry, unit, 2, eolOf(text));
  return { text: text.slice(0, known.value.start) + shown + text.slice(known.value.end), made: 'entry' };
}

/**
 * Removes what `withEntry` has added, so that the text is as it was.
 *
 * @throws {NotJson} if the text cannot be read
 */
export function withoutEntry(text: string, object: string, name: string, made: Edited['made']): string | undefined {
  const root = objectIn(new Reader(text).whole(), 'the file');
  const outer = root.members.find((member) => member.name === object);
  if (!outer) return text;
  const servers = objectIn(outer.value, object);
  if (!servers.members.some((member) => member.name === name)) return text;
  const isLast = servers.members.length === 1;
  // Whatever else came into it meanwhile stays.
  if (made === 'file' && isLast && root.members.length === 1) return undefined;
  const isWhole = made !== 'entry' && isLast;
  const space = eolOf(text) + (isWhole ? '' : indentOf(text, root));
  return isWhole ? removed(text, root, object, space) : removed(text, servers, name, space);
}

type ObjectNode = Node & { readonly members: readonly Member[] };

function objectIn(node: Node, what: string): ObjectNode {
  if (node.members) return { ...node, members: node.members };
  throw new NotJson(`${what} must be an object`);
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** The indentation of the first member of the file's object. */
function indentOf(text: string, { members: [first] }: ObjectNode): string {
  const before = first ? text.slice(0, first.start) : '';
  const [, indent = ''] = /(?:^|\n)([ \t]+)$/.exec(before) ?? [];
  return indent === '' ? '  ' : indent;
}

const printed = (value: object, unit: string, depth: number, eol: string): string =>
  JSON.stringify(value, undefined, unit)
    .split('\n')
    .join(eol + unit.repeat(depth));

function inserted(
  text: string,
  { start, members }: ObjectNode,
  name: string,
  value: object,
  [unit, depth]: readonly [string, number],
): string {
  const eol = eolOf(text);
  const member = `${eol}${unit.repeat(depth)}${JSON.stringify(name)}: ${printed(value, unit, depth, eol)}`;
  const last = members.at(-1);
  if (!last) return `${text.slice(0, start + 1)}${member}${eol}${unit.repeat(depth - 1)}${text.slice(start + 1)}`;
  if (last.comma !== undefined) return `${text.slice(0, last.comma + 1)}${member},${text.slice(last.comma + 1)}`;
  return `${text.slice(0, last.value.end)},${member}${text.slice(last.value.end)}`;
}

/** @param space what was inserted between the only member of an object and its end */
function removed(text: string, { start, end, members }: ObjectNode, name: string, space: string): string {
  const at = members.findIndex((member) => member.name === name);
  const member = members[at];
  if (!member) return text;
  const [before, next] = [members[at - 1], members[at + 1]];
  const ends = member.comma === undefined ? member.value.end : member.comma + 1;
  if (before) {
    if (member.comma !== undefined && !next)
      return text.slice(0, (before.comma ?? before.value.end) + 1) + text.slice(ends);
    return text.slice(0, before.value.end) + text.slice(member.value.end);
  }
  if (next) return text.slice(0, member.start) + text.slice(next.start);
  // It was alone: what was inserted began after the brace, and ended before the other.
  const rest = text.slice(ends, end - 1);
  return text.slice(0, start + 1) + (rest.startsWith(space) ? rest.slice(space.length) : rest) + text.slice(end - 1);
}
