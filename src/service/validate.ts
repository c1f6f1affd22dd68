import { Ajv, type Options, type ValidateFunction } from 'ajv';
import Type from 'typebox';
import type { Operation } from '../contract/operation/operation.ts';
import { strict } from '../contract/operation/parts.ts';
import { type JsonSchema, membersOf } from '../contract/schema.ts';
import { isUuid } from '../reading/uuid.ts';
import { badRequest, type Problem } from './problem.ts';
import { sentencesOf } from './sentence.ts';
import { shown } from './shown.ts';

const settings: Options = {
  verbose: true,
  strictNumbers: true,
  ownProperties: true,
  keywords: ['x-caseless', 'x-folded', 'x-ours', 'x-pattern', 'x-query', 'x-search', 'x-shape', 'x-word'],
  formats: { uuid: isUuid },
  // The schemas are ours; to check them would compile the schema of schemas for each operation.
  meta: false,
  validateSchema: false,
};

/** The schema of operations without a request: any parameter is refused. */
const nothing: JsonSchema = Type.Object({}, strict);

/** Requests with more members report their first mistake only, since a quarter of a million items may be wrong. */
const membersExamined = 50;

/**
 * Compiles the check of an operation's request (a POST's body, a GET's parameters). The check throws a 400 `Problem`
 * with a sentence for each mistake, including U+0000 in any text, which the store cannot hold.
 */
export function requestCheck({ request: schema = nothing, method }: Operation): (request: unknown) => void {
  const root = method === 'GET' ? 'parameters' : 'body';
  // Compiled on first use: compiling all operations would delay the start by 200 ms.
  let first: ValidateFunction | undefined;
  let every: ValidateFunction | undefined;
  return (request) => {
    first ??= new Ajv(settings).compile(schema);
    if (first(request)) return refuseNullCharacters(request, root);
    if (!isSmall(request, schema)) throw refusal(first, request, root);
    every ??= new Ajv({ ...settings, allErrors: true }).compile(schema);
    throw refusal(every, request, root);
  };
}

function refusal(check: ValidateFunction, request: unknown, root: string): Problem {
  check(request);
  return badRequest(...sentencesOf(check.errors ?? [], root));
}

function isSmall(request: unknown, schema: JsonSchema): boolean {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return true;
  const sent = new Map<string, unknown>(Object.entries(request));
  return (
    sent.size <= membersExamined &&
    membersOf(schema).every(([name, { maxItems = Number.POSITIVE_INFINITY }]) => {
      const value = sent.get(name);
      return !Array.isArray(value) || value.length <= maxItems;
    })
  );
}

interface Member {
  readonly value: unknown;
  readonly name: string;
  readonly above: Member | undefined;
}

/**
 * Refuses strings and member names with U+0000, which PostgreSQL cannot store in a text.
 *
 * @param root names the request as a whole
 */
function refuseNullCharacters(request: unknown, root: string): void {
  // Iterates instead of recursing, since a body may be nested deeper than the stack.
  const members: Member[] = [{ value: request, name: '', above: undefined }];
  for (const member of members) {
    const { value, name } = member;
    if (name.includes('\0')) throw refused(member, name, root);
    if (typeof value === 'string' && value.includes('\0')) throw refused(member, value, root);
    if (typeof value !== 'object' || value === null) continue;
    for (const [below, of] of Object.entries(value)) members.push({ value: of, name: below, above: member });
  }
}

const refused = (member: Member, text: string, root: string) =>
  badRequest(`${pathOf(member) || root}: must not hold U+0000, but got ${shown(text)}`);

function pathOf({ name, above }: Member): string {
  const names = [name];
  for (let at = above; at; at = at.above) names.unshift(at.name);
  return names.slice(1).join('.').replaceAll('\0', '\\u0000');
}
