import { catalogues, connectedUsers, teamConnectionMembers } from './catalogue.ts';
import { identifyingNetwork } from './identifier.ts';
import { isObject } from './json.ts';
import { operations } from './operation/all.ts';
import type { Operation } from './operation/operation.ts';
import { origins } from './origin.ts';
import { type JsonSchema, membersOf } from './schema.ts';

/**
 * The contract’s `xnet` and `fundingdb` are placeholders for the names of a real network and a real funding database
 * (the specification’s naming note). An upstream uses its own names: in members, in the paths of queries, and in values
 * that name a network or an origin. The contract’s schemas determine where.
 */
export const placeholders = ['xnet', 'fundingdb'] as const;
type Placeholder = (typeof placeholders)[number];

/** A wire's word for each placeholder that it does not use itself, such as `{ xnet: 'acme' }`. */
export type Words = Readonly<Partial<Record<Placeholder, string>>>;

/** Members that the specification itself spells with another word; they are never renamed, and do not forbid that word. */
const literalMembers: ReadonlySet<string> = new Set(['linkedin_usernames', 'company_linkedin_url']);

/** Members of clauses whose values are paths. */
const pathMembers: ReadonlySet<string> = new Set(['field', 'fields', 'path', 'default_field']);

/** Paths whose values name a network or an origin; the records call the latter's list `sources[].origin`. */
const wordPath = /\.(?:network|origins)(?:\.keyword)?$/;

/** What changes a text, or a value; the same value where it changes nothing. */
type Renaming = (text: string) => string;
export type ValueCopier = (value: unknown) => unknown;

/** Replaces words where they are a whole part of a name: between its ends, `_`, `.` and capitals. */
function renamingBy(words: ReadonlyMap<string, string>): Renaming {
  const token = new RegExp(`(?<=^|[_.])(?:${[...words.keys()].join('|')})(?=$|[_.A-Z])`, 'g');
  return (name) => (literalMembers.has(name) ? name : name.replace(token, (word) => words.get(word) ?? word));
}

/** Copies a query with its paths renamed, and the values of those that name a network or an origin. */
export function queryRenaming(rename: Renaming): ValueCopier {
  const paths = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(paths);
    return typeof value === 'string' ? rename(value) : value;
  };
  const operand = (value: unknown): unknown => {
    if (!isObject(value)) return paths(value);
    return mapped(value, (name, inner) => [name, name === 'value' || name === 'query' ? paths(inner) : inner]);
  };
  const inText = (text: unknown): unknown =>
    typeof text === 'string' ? text.replace(fieldInText, (_, field: string) => rename(field)) : text;
  const clause: ValueCopier = (value) => {
    if (Array.isArray(value)) return value.map((element) => (typeof element === 'object' ? clause(element) : element));
    if (!isObject(value)) return value;
    return mapped(value, (name, inner) => {
      if (pathMembers.has(name)) return [name, paths(inner)];
      if (wordPath.test(name)) return [rename(name), operand(inner)];
      if (name === 'query_string' && isObject(inner))
        return [name, mapped(inner, (option, of) => [option, inQueryString(option, of)])];
      return [rename(name), clause(inner)];
    });
  };
  const inQueryString = (option: string, value: unknown): unknown => {
    if (option === 'query') return inText(value);
    return pathMembers.has(option) ? paths(value) : value;
  };
  return clause;
}

/** A field before its colon in the text of a `query_string`. */
const fieldInText = /([\w.]+)(?=\s*:)/g;

/** `fromEntries` makes a `__proto__` a member like any other. */
const mapped = (
  value: Readonly<Record<string, unknown>>,
  of: (name: string, inner: unknown) => readonly [string, unknown],
): object => Object.fromEntries(Object.entries(value).map(([name, inner]) => of(name, inner)));

/** Renames a whole request: its members, and the paths of its query. */
function requestRenaming(rename: Renaming): ValueCopier {
  const query = queryRenaming(rename);
  return (request) =>
    isObject(request)
      ? mapped(request, (name, value) => [rename(name), name === 'query' ? query(value) : value])
      : request;
}

/** Renames between the contract's words and a wire's. */
export class WireNames {
  readonly words: Words;
  /** Names the words, the same for the same ones. */
  readonly fingerprint: string;
  /** A member, path or value of the contract, as the wire has it. */
  readonly toWire: Renaming;
  /** Converts a request from the contract's names to the wire's; names that are the wire's already are unchanged. */
  readonly request: ValueCopier;
  /** A member, path or value of the wire, as the contract has it. */
  readonly fromWire: Renaming;
  /** A query in either's words, in the contract's. */
  readonly contractQuery: ValueCopier;
  readonly #copiers = new WeakMap<object, { readonly copy: ValueCopier | undefined }>();
  /** The contract's networks and origins by the wire's words: to look one up takes a quarter of the time of renaming it. */
  readonly #knownWords: ReadonlyMap<string, string>;
  readonly #recordText: Renaming;

  constructor(words: Words) {
    const pairs = placeholders.flatMap((name) => {
      const word = words[name];
      return word === undefined || word === name ? [] : [[name, word] as const];
    });
    this.words = Object.fromEntries(pairs);
    this.fingerprint = pairs.map((pair) => pair.join('=')).join(',');
    this.toWire = renamingBy(new Map(pairs));
    this.fromWire = renamingBy(new Map(pairs.map(([name, word]) => [word, name])));
    this.contractQuery = queryRenaming(this.fromWire);
    this.request = requestRenaming(this.toWire);
    this.#knownWords = new Map([...origins, identifyingNetwork].map((word) => [this.toWire(word), word]));
    this.#recordText = textRenaming(
      new Map([...renamedMembers(pairs)].map((name) => [this.toWire(name), name])),
      this.fromWire,
    );
  }

  /**
   * Brings a value of this schema, which it changes, from the wire's words into the contract's: equal as JSON to what would have
   * come in them. Undefined where the schema holds nothing that is renamed.
   */
  copier(schema: JsonSchema): ValueCopier | undefined {
    let known = this.#copiers.get(schema);
    if (!known) {
      known = { copy: this.#copierOf(schema) };
      this.#copiers.set(schema, known);
    }
    return known.copy;
  }

  /** A JSON text in the wire's words, in the contract's. */
  contractText(json: string): string {
    return this.#recordText(json);
  }

  #copierOf(schema: JsonSchema): ValueCopier | undefined {
    if (schema['x-word'])
      return (value) => (typeof value === 'string' ? (this.#knownWords.get(value) ?? this.fromWire(value)) : value);
    if (schema.items) {
      const copy = this.copier(schema.items);
      return copy && ((value) => (Array.isArray(value) ? replaceEach(value, copy) : value));
    }
    const changed = new Map<string, { readonly name: string; readonly copy: ValueCopier | undefined }>();
    for (const [name, member] of membersOf(schema)) {
      const copy = this.copier(member);
      const onWire = this.toWire(name);
      if (copy || onWire !== name) changed.set(onWire, { name, copy });
    }
    return changed.size === 0 ? undefined : copierOfObject(changed);
  }
}

function replaceEach(list: unknown[], copy: ValueCopier): unknown[] {
  for (let at = 0; at < list.length; at += 1) list[at] = copy(list[at]);
  return list;
}

/**
 * Changes an object in place: copying each would take as long as parsing. Renamed members keep their old name with the
 * value undefined, since deleting them would make the object slow.
 */
function copierOfObject(
  changed: ReadonlyMap<string, { readonly name: string; readonly copy: ValueCopier | undefined }>,
): ValueCopier {
  const changes = [...changed].map(([onWire, { name, copy }]) => ({ onWire, name, copy }));
  return (value) => {
    if (!isObject(value)) return value;
    const object: Record<string, unknown> = value;
    for (const { onWire, name, copy } of changes) {
      const sent = object[onWire];
      if (sent === undefined) continue;
      if (name !== onWire) object[onWire] = undefined;
      object[name] = copy ? copy(sent) : sent;
    }
    return object;
  };
}

/**
 * Renames in a JSON text: a quoted name before a colon can only be a key, since a quote within a value is escaped.
 *
 * @param members the new name of each
 * @param rename renames the values of members that name a network or an origin
 */
function textRenaming(members: ReadonlyMap<string, string>, rename: Renaming): Renaming {
  const named = new RegExp(
    `"(?:(${[...members.keys()].join('|')})"(?=\\s*:)|(${wordMembers.join('|')})"(\\s*:\\s*)"(\\w+)")`,
    'g',
  );
  return (json) =>
    json.replace(named, (_, member: string | undefined, of: string, colon: string, word: string) =>
      member === undefined ? `"${of}"${colon}"${rename(word)}"` : `"${members.get(member)}"`,
    );
}

/** Every schema of a request or an answer, those within others included, each once. */
function* schemas(of: Iterable<JsonSchema>, seen = new Set<JsonSchema>()): Generator<JsonSchema> {
  for (const schema of of) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    yield schema;
    yield* schemas([...(schema.items ? [schema.items] : []), ...membersOf(schema).map(([, member]) => member)], seen);
  }
}

const rootsOf = ({ request, answers }: Operation): readonly JsonSchema[] => [
  ...(request ? [request] : []),
  ...Object.values(answers).map(({ schema }) => schema),
];

const namesOf = (of: readonly Operation[]): ReadonlySet<string> =>
  new Set([...schemas(of.flatMap(rootsOf))].flatMap(membersOf).map(([name]) => name));

const allMembers = [...schemas(operations.flatMap(rootsOf))].flatMap(membersOf);
const memberNames: ReadonlySet<string> = new Set(allMembers.map(([name]) => name));
const wordMembers: readonly string[] = [
  ...new Set(allMembers.flatMap(([name, schema]) => (schema['x-word'] ? [name] : []))),
];

/** The members of the contract that have one of these placeholders in their names. */
function renamedMembers(
  pairs: readonly (readonly [Placeholder, string])[],
  names: ReadonlySet<string> = memberNames,
): ReadonlySet<string> {
  const rename = renamingBy(new Map(pairs));
  return new Set([...names].filter((name) => rename(name) !== name));
}

/** The parts of a name: `current_company_id` has three, `paginationToken` two. */
const partsOf = (name: string): readonly string[] =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`).split(/[_.]/);

/** Every name of the contract by its parts, those excepted that are renamed or literal. */
const takenWords: ReadonlyMap<string, string> = new Map(
  [
    ...memberNames,
    ...Object.values(catalogues).flatMap(({ aliases }) => [...aliases.keys()]),
    connectedUsers,
    ...teamConnectionMembers,
  ]
    .filter((name) => !literalMembers.has(name))
    .flatMap((name) => partsOf(name).map((part) => [part, name] as const)),
);

/**
 * Reads `xnet=acme,fundingdb=basefund`.
 *
 * @returns the words, or a sentence without its subject that says what is wrong
 */
export function parseWords(text: string): { readonly words: Words } | { readonly problem: string } {
  const words: Partial<Record<Placeholder, string>> = {};
  for (const pair of text.split(',')) {
    const [, name, word] = /^\s*(\w+)\s*=\s*(\w+)\s*$/.exec(pair) ?? [];
    const placeholder = placeholders.find((one) => one === name);
    if (placeholder === undefined || word === undefined)
      return { problem: `must hold xnet=word or fundingdb=word, separated by a comma, but got "${pair.trim()}"` };
    if (!/^[a-z][a-z0-9]*$/.test(word))
      return { problem: `must name ${name} in small letters and digits, but got "${word}"` };
    if (words[placeholder] !== undefined) return { problem: `must say ${name} once, but says it twice` };
    words[placeholder] = word;
  }
  const { xnet, fundingdb } = { xnet: 'xnet', fundingdb: 'fundingdb', ...words };
  if (xnet === fundingdb) return { problem: `must have two words for two names, but got "${xnet}" for both` };
  for (const [name, word] of Object.entries(words)) {
    const taken = word === name ? undefined : takenWords.get(word);
    if (taken !== undefined)
      return { problem: `must not say ${name}=${word}: "${word}" is a part of the interface's own ${taken}` };
  }
  return { words };
}

/** Undefined where the wire uses the contract's words. */
export const wireNamesOf = (words: Words | undefined): WireNames | undefined =>
  words && placeholders.some((name) => words[name] !== undefined && words[name] !== name)
    ? new WireNames(words)
    : undefined;

/**
 * The interface as a service serves it under other words. Requests and sentences are renamed by swapping the words, which makes
 * the contract's own unknown names: they are refused like any other mistake, and quoted as they were sent. A renamed member
 * may get the name of a literal one (`linkedin_usernames`); a list then names it once.
 */
export class ServedNames {
  /** A request as it was sent, in the contract's words. */
  readonly request: ValueCopier;
  readonly #answer: Renaming;
  readonly #swap: Renaming;

  /** @param served the operations whose answers are renamed */
  constructor({ words, toWire }: WireNames, served: readonly Operation[]) {
    const pairs = placeholders.flatMap((name) => (words[name] === undefined ? [] : [[name, words[name]] as const]));
    this.#swap = renamingBy(new Map(pairs.flatMap(([name, word]) => [[name, word] as const, [word, name] as const])));
    this.request = requestRenaming(this.#swap);
    this.#answer = textRenaming(
      new Map([...renamedMembers(pairs, namesOf(served))].map((name) => [name, toWire(name)])),
      toWire,
    );
  }

  /** A JSON answer in the contract's words, as it is sent. */
  answer(json: string): string {
    return this.#answer(json);
  }

  /** A sentence, or a document, that names members and paths; hosts and mail addresses stay. */
  text(text: string): string {
    return text
      .replace(/(?<![/@\w.-])[\w.]+/g, (name) => (name.endsWith('.example') ? name : this.#swap(name)))
      .replace(/\b(\w+)(?:, \1\b)+/g, '$1');
  }
}
