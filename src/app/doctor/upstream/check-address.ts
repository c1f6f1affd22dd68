import { creditUsage } from '../../../contract/operation/credits.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import { CommandFailure } from '../../command-failure.ts';
import { accepted, everything } from './checks.ts';
import type { UpstreamCaller, WireAnswer } from './upstream-caller.ts';

/** The calls tried. If both fail, the cause is the address or a gateway, not the operations. */
const tried: readonly Pick<Operation, 'method' | 'path'>[] = [searchProfiles, findRelationships];

/**
 * Checks that a data service is at the address, and that the key is accepted. Resolves with the credits used so far, if
 * the service says.
 *
 * @throws {CommandFailure} if the key, or every call, is refused; nothing else is tried then
 */
export async function checkAddress(caller: UpstreamCaller): Promise<number | undefined> {
  const usage = await caller.call(creditUsage, undefined);
  if (isKeyRefused(usage)) throw refusedKey(usage);
  const answers = [usage];
  for (const operation of tried) {
    const answer = await caller.call(operation, { query: everything, limit: 1 });
    if (accepted(answer) && answer.isJson) return usageIn(usage);
    answers.push(answer);
  }
  const [, search = usage] = answers;
  if (isKeyRefused(search)) throw refusedKey(search);
  throw new CommandFailure(`${reasonOf(caller.url, search, usage)}; nothing else was tried, and nothing written.`);
}

/** The credits used, in an answer of `creditUsage`. */
export function usageIn(answer: WireAnswer): number | undefined {
  const usage = Number(answer.body.usage);
  return accepted(answer) && answer.body.usage !== undefined && Number.isSafeInteger(usage) ? usage : undefined;
}

/** A 401 or 403 that is no JSON is a gateway's, which has not asked the service about the key. */
const isKeyRefused = ({ status, isJson }: WireAnswer): boolean => isJson && (status === 401 || status === 403);

const refusedKey = ({ status }: WireAnswer): CommandFailure =>
  new CommandFailure(`the data service does not accept the API key (${status}); nothing else was tried.`);

/** The reason why no search is answered, and the remedy. */
function reasonOf(url: string, search: WireAnswer, usage: WireAnswer): string {
  const { status } = search;
  const said = sentenceIn(search);
  const answered = `${status}${said === undefined ? '' : `, “${said}”`}`;
  const type = search.header('content-type')?.split(';')[0] ?? 'no content type';
  if (status >= 300 && status < 400) {
    const to = search.header('location');
    const base = to === undefined ? undefined : baseIn(to, url);
    return `${url} redirects ${base === undefined ? `(${status}), which is not followed` : `to ${base}: set KITH_UPSTREAM_URL to that`}`;
  }
  if (status === 404) {
    const version = /\/v\d+$/.exec(url)?.[0];
    if (version !== undefined)
      return `${url} answers 404 to ${searchProfiles.path}: leave off ${version}, KITH_UPSTREAM_URL is the address before it`;
    if (accepted(usage))
      return `${url} answers ${creditUsage.path}, but 404 to ${searchProfiles.path} and ${findRelationships.path}: version 3 of the interface is required`;
    return `${url} answers ${answered} to every call: KITH_UPSTREAM_URL must be the address before ${searchProfiles.path}, with its base path if it has one`;
  }
  if (status === 401 || status === 403)
    return `something before the data service refuses the calls (${status}, ${type}), such as a firewall or a gateway: if it requires a header, set KITH_UPSTREAM_HEADERS`;
  if (accepted(search))
    return `${url} answers ${status} with ${type} instead of JSON: a website or a sign-in page, not the data service, is there`;
  if (status >= 500)
    return `${url} answers ${answered} to every call: the data service is down, or cannot be reached through its gateway`;
  return `${url} answers ${answered} to every call: if it asks for a header, set KITH_UPSTREAM_HEADERS`;
}

const maxSentence = 200;

/** The first sentence of an error body. */
function sentenceIn({ body }: WireAnswer): string | undefined {
  const [first] = [body.errors ?? body.message ?? body.error].flat();
  const text = typeof first === 'object' && first !== null && 'message' in first ? first.message : first;
  return typeof text === 'string' && text !== '' ? text.slice(0, maxSentence) : undefined;
}

/** The base URL in the target of a redirect of a search; undefined if it leads to another path. */
function baseIn(location: string, url: string): string | undefined {
  const target = URL.parse(location, `${url}${searchProfiles.path}`);
  const path = target?.pathname.replace(/\/$/, '');
  if (!target || !path?.endsWith(searchProfiles.path)) return undefined;
  return target.origin + path.slice(0, -searchProfiles.path.length);
}
