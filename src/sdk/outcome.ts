import { type Answer, type GraphError, KithError, type Receipt } from './errors.ts';

/** An answer of the graph, as it is sent. */
export interface Payload<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly GraphError[];
  readonly extensions?: { readonly credits?: Receipt };
}

/** Reads a payload; undefined where the text is none, such as a proxy's page. */
export const parsePayload = <Result>(text: string): Payload<Result> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isPayload<Result>(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The schema vouches for the members of `data`. */
const isPayload = <Result>(value: unknown): value is Payload<Result> =>
  typeof value === 'object' &&
  value !== null &&
  ('data' in value || ('errors' in value && Array.isArray(value.errors)));

/** An attempt without data. */
export class Refusal {
  readonly error: KithError;
  /** It may be repeated, since it certainly cost nothing and may succeed later. */
  readonly repeatable: boolean;
  /** When the graph asks to be called again. */
  readonly afterMs: number | undefined;

  constructor(error: KithError, repeatable: boolean, afterMs?: number) {
    this.error = error;
    this.repeatable = repeatable;
    this.afterMs = afterMs;
  }
}

/** What an HTTP answer holds. */
export const answered = async <Result>(response: Response): Promise<Answer<Result> | Refusal> => {
  const { status, headers } = response;
  const text = await response.text().catch((cause: unknown) => new Refusal(lost(cause), false));
  if (text instanceof Refusal) return text;
  const payload = parsePayload<Result>(text);
  // A page of a proxy: the graph may have run the operation all the same.
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

/** The answer of a payload; undefined where it has no data. */
export const dataOf = <Result>({ data, errors = [], extensions }: Payload<Result>): Answer<Result> | undefined =>
  data === null || data === undefined ? undefined : { data, errors, credits: extensions?.credits };

/** The error of a payload without data. A receipt says what was charged; without one, the operation did not run. */
export const errorOf = ({ errors = [], extensions }: Payload<unknown>, status?: number): KithError => {
  const credits = extensions?.credits;
  const maybeCharged = credits !== undefined && credits.charged + credits.maybeCharged > 0;
  const message = errors[0]?.message ?? 'The answer has neither data nor errors.';
  return new KithError(message, { maybeCharged, status, errors, credits });
};

/** What is known where no answer came. */
export const unanswered = (cause: unknown): Refusal => {
  const sent = !notSent.has(codeOf(cause) ?? '');
  return sent
    ? new Refusal(lost(cause), false)
    : new Refusal(new KithError('The graph cannot be connected to.', { maybeCharged: false, cause }), true);
};

const lost = (cause: unknown): KithError =>
  new KithError('The answer was lost: the operation may have run, and been charged.', { maybeCharged: true, cause });

/** Node's codes for a connection that was never made; browsers do not tell. */
const notSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
};
