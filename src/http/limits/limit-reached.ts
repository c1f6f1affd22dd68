/** A caller has reached a limit; nothing was started. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
  /** When to retry, in whole seconds; at least 1. */
  readonly retryAfterSeconds: number;
  /** `retry-after`, and the limit's headers by the IETF draft "RateLimit header fields for HTTP". */
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, retryAfterSeconds: number, headers: Readonly<Record<string, string>>) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.headers = { ...headers, 'retry-after': String(retryAfterSeconds) };
  }
}
