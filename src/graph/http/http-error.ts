import type { Limit } from '../operation/limit-error.ts';
import { shortened } from '../operation/short-message.ts';

/**
 * An error that answers a request before or instead of an operation; its body has the form of a GraphQL error result.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The limit that was exceeded, if several share the code. */
  readonly limit: Limit | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    limit?: Limit,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.limit = limit;
  }

  get body(): object {
    return { errors: [{ message: shortened(this.message), extensions: { code: this.code } }] };
  }
}
