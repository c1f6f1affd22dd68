import { urlProblem } from '../../webhooks/url.ts';
import { badRequest } from '../problem.ts';
import { shown } from '../shown.ts';

/** Throws the 400 `Problem` for a `callback_url` that no callback will ever be sent to. */
export function checkCallbackUrl(text: string, allowPrivate: boolean): void {
  const problem = urlProblem(text, allowPrivate);
  if (problem !== undefined) throw badRequest(`callback_url: ${problem}, but got ${shown(text)}`);
}
