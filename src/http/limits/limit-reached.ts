/** A caller has reached a limit; nothing was begun. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
  /** Whole seconds after which it makes sense to come back; 1 or more. */
  readonly retryAfterSeconds: number;
  /** `retry-after`, and the limit as the IETF's draft "RateLimit header fields for HTTP" has it. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, retryAfterSeconds: number, headers: Readonly<Record<string, string>>) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.headers = { ...headers, 'retry-after': String(retryAfterSeconds) };
  }
}
