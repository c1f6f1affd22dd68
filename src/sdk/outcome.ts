import { type Answer, type GraphError, KithError, type Receipt } from './errors.ts';

/** A response body of the graph. */
export interface Payload<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly GraphError[];
  readonly extensions?: { readonly credits?: Receipt };
}

/** Parses a payload; undefined for other text, such as a proxy's page. */
export const parsePayload = <Result>(text: string): Payload<Result> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isPayload<Result>(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Checks the envelope only: the schema guarantees the members of `data`. */
const isPayload = <Result>(value: unknown): value is Payload<Result> =>
  typeof value === 'object' &&
  value !== null &&
  ('data' in value || ('errors' in value && Array.isArray(value.errors)));

/** An attempt that failed without data. */
export class Refusal {
  readonly error: KithError;
  /** Whether it can be retried: it certainly cost nothing, and may succeed later. */
  readonly repeatable: boolean;
  /** Delay requested by the graph, in milliseconds. */
  readonly afterMs: number | undefined;

  constructor(error: KithError, repeatable: boolean, afterMs?: number) {
    this.error = error;
    this.repeatable = repeatable;
    this.afterMs = afterMs;
  }
}

/** Reads an HTTP response. */
export const answered = async <Result>(response: Response): Promise<Answer<Result> | Refusal> => {
  const { status, headers } = response;
  const text = await response.text().catch((cause: unknown) => new Refusal(lost(cause), false));
  if (text instanceof Refusal) return text;
  const payload = parsePayload<Result>(text);
  // Not from the graph, such as a proxy's page: the operation may have run anyway.
  if (payload === undefined)
    return new Refusal(
      new KithError(`Expected an answer of GraphQL, but got ${status}.`, { maybeCharged: true, status }),
      false,
    );
  const answer = dataOf(payload);
  if (answer !== undefined) return answer;
  const error = errorOf(payload, status);
  const repeatable = !error.maybeCharged && error.credits === undefined && (status === 429 || status === 503);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new Refusal(error, repeatable, Number.isFinite(seconds) ? seconds * 1000 : undefined);
};

/** The answer in a payload; undefined if it has no data. */
export const dataOf = <Result>({ data, errors = [], extensions }: Payload<Result>): Answer<Result> | undefined =>
  data === null || data === undefined ? undefined : { data, errors, credits: extensions?.credits };

/** The error for a payload without data. Without a receipt, the operation did not run. */
export const errorOf = ({ errors = [], extensions }: Payload<unknown>, status?: number): KithError => {
  const credits = extensions?.credits;
  const maybeCharged = credits !== undefined && credits.charged + credits.maybeCharged > 0;
  const message = errors[0]?.message ?? 'The answer has neither data nor errors.';
  return new KithError(message, { maybeCharged, status, errors, credits });
};

/** The outcome if there was no response. */
export const unanswered = (cause: unknown): Refusal => {
  const sent = !notSent.has(codeOf(cause) ?? '');
  return sent
    ? new Refusal(lost(cause), false)
    : new Refusal(new KithError('The graph cannot be connected to.', { maybeCharged: false, cause }), true);
};

const lost = (cause: unknown): KithError =>
  new KithError('The answer was lost: the operation may have run, and been charged.', { maybeCharged: true, cause });

/** Node's error codes if no connection was made; browsers do not report this. */
const notSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
};
