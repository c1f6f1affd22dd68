import { createHash } from 'node:crypto';
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  parse,
  print,
} from 'graphql';
import { type Given, plain, type Value } from './given.ts';
import type { Directive, Selection } from './selection.ts';

/** An operation as a client sends it. */
export interface Request {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Values under names that begin so are not the same from one execution to the next. */
export const opaque = 'opaque_';

const opaqueFields = new Set([
  'PageInfo.startCursor',
  'PageInfo.endCursor',
  'ProfileSearchEdge.cursor',
  'CompanySearchEdge.cursor',
  'RelationshipEdge.cursor',
  'Credits.usage',
  // Less for what is cached, which the next execution may find.
  'PersonMatchReport.priceToEnrich',
  'CompanyMatchReport.priceToEnrich',
]);

/**
 * Writes selections as one document: with its variables, and the named fragments that it uses.
 *
 * @param depth bounds the depth of the selections
 */
export function write(selections: readonly Selection[]): Request {
  const writer = new Writer();
  const set = writer.set(selections);
  const declared = writer.declared.length > 0 ? `(${writer.declared.join(', ')})` : '';
  const text = [`query Asked${declared} ${set}`, 'query Beside { __typename }', ...writer.fragments.values()];
  return { query: print(parse(text.join('\n'))), operationName: 'Asked', variables: writer.variables };
}

class Writer {
  readonly declared: string[] = [];
  readonly variables: Record<string, unknown> = {};
  /** Their texts, by name. */
  readonly fragments = new Map<string, string>();

  set(selections: readonly Selection[], depth = 0): string {
    return `{ ${selections.map((one) => this.#selection(one, depth)).join(' ')} }`;
  }

  #selection(one: Selection, depth: number): string {
    const directives = one.directives.map((directive) => this.#directive(directive)).join('');
    if (one.kind === 'field') {
      const args = one.args.map(([name, given]) => this.#member(name, given)).filter((arg) => arg !== '');
      const written = args.length > 0 ? `(${args.join(', ')})` : '';
      const below = one.below.length > 0 ? ` ${this.set(one.below, depth + 1)}` : '';
      return `${this.#alias(one, written)}${one.name}${written}${directives}${below}`;
    }
    if (one.name === undefined)
      return `...${one.on === undefined ? '' : ` on ${one.on}`}${directives} ${this.set(one.below, depth + 1)}`;
    // The depth keeps a fragment out of itself.
    const name = `${one.name}${one.on}${depth}`;
    if (!this.fragments.has(name)) {
      this.fragments.set(name, '');
      this.fragments.set(name, `fragment ${name} on ${one.on} ${this.set(one.below, depth + 1)}`);
    }
    return `...${name}${directives}`;
  }

  /** Two fields of one name but different arguments must not go by one name in the answer. */
  #alias({ of, name, alias }: Extract<Selection, { kind: 'field' }>, args: string): string {
    const digest = args === '' ? '' : `_${createHash('sha256').update(args).digest('hex').slice(0, 6)}`;
    if (opaqueFields.has(`${of}.${name}`)) return `${opaque}${name}: `;
    // The one id that is no uuid would be of another type than its neighbours' in a union.
    return alias || digest !== '' || of === 'MappingTask' ? `${of}_${name.replace(/^_+/, '')}${digest}: ` : '';
  }

  #directive({ name, if: condition }: Directive): string {
    return ` @${name}(if: ${this.#given(condition)})`;
  }

  #member = (name: string, given: Given): string => `${name}: ${this.#given(given)}`;

  #given({ type, value, by }: Given): string {
    if (by === 'literal') return this.#literal(type, value);
    const name = `v${this.declared.length}`;
    const written = by === 'default' || by === 'override' ? ` = ${literalOf(type, plain(value))}` : '';
    this.declared.push(`$${name}: ${type}${written}`);
    if (by === 'variable' || by === 'override') this.variables[name] = plain(value);
    return `$${name}`;
  }

  #literal(type: GraphQLInputType, value: Value): string {
    if (value.kind === 'leaf') return literalOf(type, value.leaf);
    if (value.kind === 'list') return `[${value.items.map((item) => this.#given(item)).join(', ')}]`;
    return `{${value.members.map(([name, member]) => this.#member(name, member)).join(', ')}}`;
  }
}

/** JSON as it is written in a document. */
function literalOf(type: GraphQLInputType | undefined, value: unknown): string {
  const inner = type && getNullableType(type);
  if (Array.isArray(value)) {
    const item = isListType(inner) ? inner.ofType : undefined;
    return `[${value.map((one) => literalOf(item, one)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(inner) ? inner.getFields() : {};
    return `{${Object.entries(value)
      .map(([name, member]) => `${name}: ${literalOf(fields[name]?.type, member)}`)
      .join(', ')}}`;
  }
  return isEnumType(inner) && value !== null ? String(value) : JSON.stringify(value);
}
