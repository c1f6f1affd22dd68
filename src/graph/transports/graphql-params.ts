import { GraphQLError } from 'graphql';
import { isObject, parseJson } from '../../contract/json.ts';
import type { OperationParams } from '../operation/operation-request.ts';

/** Reads a JSON body. @throws {GraphQLError} BAD_REQUEST, 400 */
export function readGraphqlBody(text: string): OperationParams {
  const body = parseJson(text);
  if (body === undefined) throw badRequest('The request’s body must be JSON, but is not.');
  return readGraphqlParams(body);
}

/** Reads the query string of a GET, whose variables and extensions are JSON. @throws {GraphQLError} BAD_REQUEST, 400 */
export function readGraphqlQuery(url: string): OperationParams {
  const parameters = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const text = (name: string): string | undefined => parameters.get(name) || undefined;
  const json = (name: string): unknown => {
    const value = text(name);
    const read = value === undefined ? undefined : parseJson(value);
    if (value !== undefined && read === undefined) throw badRequest(`${name}: must be JSON, but is not.`);
    return read;
  };
  return readGraphqlParams({
    query: text('query'),
    // An empty id is an error, not an absent one.
    documentId: parameters.get('documentId') ?? undefined,
    operationName: text('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

/**
 * Other members are ignored (GraphQL over HTTP, 5.1), so that clients may send those of a later version.
 *
 * @throws {GraphQLError} BAD_REQUEST, 400, for anything except an object of well-formed parameters
 */
function readGraphqlParams(body: unknown): OperationParams {
  if (Array.isArray(body)) throw badRequest('The request’s body must be one operation, but got a batch.');
  if (!isObject(body)) throw badRequest(`The request’s body must be an object, but got ${kindOf(body)}.`);
  const { query, documentId, operationName, variables, extensions } = body;
  if (query != null && typeof query !== 'string') throw wrong('query', 'a string', query);
  if (operationName != null && typeof operationName !== 'string')
    throw wrong('operationName', 'a string', operationName);
  if (variables != null && !isObject(variables)) throw wrong('variables', 'an object', variables);
  if (extensions != null && !isObject(extensions)) throw wrong('extensions', 'an object', extensions);
  return { query, documentId, operationName, variables, extensions };
}

const wrong = (name: string, expected: string, value: unknown): GraphQLError =>
  badRequest(`${name}: must be ${expected}, but got ${kindOf(value)}.`);

const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Limits on a JSON text that keep parsing fast. */
interface JsonBounds {
  /** Maximum members of all objects together: V8 interns each name, and distinct names create new hidden classes. */
  readonly members: number;
}

/** Maximum nesting depth: the recursive parser takes 30 times as long on deeply nested JSON. */
const maxLevels = 2_000;

/** Length in characters up to which a text is not checked: parsing it is fast anyway. */
const shortText = 16 * 1024;

/**
 * Scans a JSON text without parsing it, which could block the event loop: 900 kB of members with distinct names take 50
 * ms to parse, one string of that length 1 ms.
 *
 * @returns the problem, as a predicate for the subject that the caller names; undefined if there is none
 */
export function problemWithJson(text: string, { members: most }: JsonBounds): string | undefined {
  if (text.length <= shortText) return undefined;
  let deep = 0;
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBracket || code === openBrace) {
      deep += 1;
      if (deep > maxLevels) return `must be nested at most ${maxLevels} deep`;
    } else if (code === closeBracket || code === closeBrace) deep -= 1;
    else if (code === colon) {
      members += 1;
      if (members > most) return `must have at most ${most} members in its objects`;
    }
  }
  return undefined;
}

const [quote, colon, backslash, openBracket, closeBracket, openBrace, closeBrace] = [34, 58, 92, 91, 93, 123, 125];
