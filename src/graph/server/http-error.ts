/** A request that is answered with an error before, or instead of, an operation; its body has the form of GraphQL's. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  get body(): object {
    return { errors: [{ message: this.message, extensions: { code: this.code } }] };
  }
}
