import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import { isObject, parseJson } from '../contract/json.ts';
import type { AdminAnswer } from '../graph/features/administration/exchange.ts';
import { CommandFailure } from './command-failure.ts';

/** Parses the body of an answer; undefined if it is not JSON. */
export const jsonOf = ({ body }: AdminAnswer): unknown => parseJson(body.toString());

/** The first message of a GraphQL error body; undefined if it has none. */
export function sentenceIn(answer: unknown): string | undefined {
  const [error]: unknown[] = isObject(answer) && Array.isArray(answer.errors) ? answer.errors : [];
  return isObject(error) && typeof error.message === 'string' ? error.message : undefined;
}

/**
 * The body of an answer.
 *
 * @param other what to say of a server that answers something else, before its status and after it
 * @throws {CommandFailure} with the graph's own sentence, if it has refused
 */
export function answerIn<Shape extends TSchema>(
  answer: AdminAnswer,
  shape: Shape,
  ...[other, hint = '']: readonly [other: string, hint?: string]
): Static<Shape> {
  const body = jsonOf(answer);
  if (answer.status < 400 && Value.Check(shape, body)) return body;
  throw new CommandFailure(sentenceIn(body) ?? `${other} (status ${answer.status})${hint}.`);
}
