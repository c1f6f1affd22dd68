import { Ajv, type Options, type ValidateFunction } from 'ajv';
import Type from 'typebox';
import type { Operation } from '../contract/operation/operation.ts';
import { strict } from '../contract/operation/parts.ts';
import { type JsonSchema, membersOf } from '../contract/schema.ts';
import { isUuid } from '../reading/uuid.ts';
import { refuseNullCharacters } from './null-character.ts';
import { badRequest, type Problem } from './problem.ts';
import { sentencesOf } from './sentence.ts';

const settings: Options = {
  verbose: true,
  strictNumbers: true,
  ownProperties: true,
  keywords: ['x-caseless', 'x-folded', 'x-ours', 'x-pattern', 'x-query', 'x-search', 'x-shape', 'x-word'],
  formats: { uuid: isUuid },
};
/** An operation without a request takes no parameter; an unknown one is refused as anywhere else. */
const nothing: JsonSchema = Type.Object({}, strict);

/** A request may hold a quarter of a million wrong items; past this size its first mistake is enough. */
const membersExamined = 50;

/**
 * Makes the check of an operation's request (a POST's body, a GET's parameters) from its schema. The check throws a
 * 400 `Problem` with a sentence for each mistake, and one for U+0000 anywhere, which the store can't hold.
 */
export function requestCheck({ request: schema = nothing, method }: Operation): (request: unknown) => void {
  const root = method === 'GET' ? 'parameters' : 'body';
  // Each is compiled when it is needed: a start would wait 200 ms for those of all operations.
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
