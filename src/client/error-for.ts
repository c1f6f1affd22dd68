import { isObject } from '../contract/json.ts';
import {
  BadUpstreamRequest,
  type CallError,
  CreditLimitReached,
  type Failure,
  Forbidden,
  RateLimited,
  RecordsMissing,
  RefusedByGateway,
  type Resolution,
  StillInFlight,
  Unauthenticated,
  UpstreamFailed,
} from './errors.ts';

/**
 * The error for a status outside 2xx, with the sentences of its body.
 *
 * @param body the parsed error body: the standard one, that of overage protection, or any other value; undefined if it is
 *   not JSON
 */
export function refusal(failure: Failure & { readonly status: number }, body: unknown): CallError {
  const told = { ...failure, sentences: sentencesIn(body) };
  switch (failure.status) {
    case 401:
      return isObject(body) ? new Unauthenticated(told) : new RefusedByGateway(told);
    case 402:
      return new CreditLimitReached(told, resolutionIn(body));
    case 403:
      return isObject(body) ? new Forbidden(told) : new RefusedByGateway(told);
    case 404:
      return failure.operation.price.per === 'record' && isObject(body)
        ? new RecordsMissing(told)
        : new BadUpstreamRequest(told);
    case 409:
      return failure.keyed ? new StillInFlight(told) : new BadUpstreamRequest(told);
    case 429:
      return new RateLimited(told);
    default:
      return failure.status >= 400 && failure.status < 500 ? new BadUpstreamRequest(told) : new UpstreamFailed(told);
  }
}

/** What reaches a caller of an upstream's error body, which may be as long as an answer. */
const sentencesAtMost = 20;
const longestSentence = 500;

/**
 * In the standard body, `errors` are strings; in that of overage protection, and of some gateways, objects with
 * `message`.
 */
function sentencesIn(body: unknown): readonly string[] {
  const errors = isObject(body) && errorsIn(body).length === 0 ? [body] : errorsIn(body);
  return errors
    .map((error) => (isObject(error) ? error.message : error))
    .filter((sentence) => typeof sentence === 'string')
    .slice(0, sentencesAtMost)
    .map((sentence) => (sentence.length > longestSentence ? `${sentence.slice(0, longestSentence)}…` : sentence));
}

function resolutionIn(body: unknown): Resolution | undefined {
  for (const error of errorsIn(body)) {
    if (!isObject(error) || !isObject(error.resolution)) continue;
    const { enable_overages: enableOverages, upgrade_plan: upgradePlan } = error.resolution;
    if (isWebLink(enableOverages) && isWebLink(upgradePlan)) return { enableOverages, upgradePlan };
  }
  return undefined;
}

/** Whether a value is an http or https URL: it is shown as a link. */
const isWebLink = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');

/** The errors of a body, which some gateways send as a text. */
const errorsIn = (body: unknown): readonly unknown[] => {
  const errors = isObject(body) ? body.errors : undefined;
  return Array.isArray(errors) ? errors : typeof errors === 'string' ? [errors] : [];
};
