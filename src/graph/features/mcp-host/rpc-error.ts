import { isObject } from '../../../contract/json.ts';
import { HttpError } from '../../http/http-error.ts';
import { shortened } from '../../operation/short-message.ts';

/** Codes of JSON-RPC 2.0 for errors before a message is dispatched. */
const codes = { parse: -32_700, request: -32_600, server: -32_000 } as const;

/** A refused message, as JSON-RPC shows it: clients of the protocol show the reason of no other error. */
export class RpcError extends HttpError {
  readonly #id: string | number | null;
  readonly #code: number;

  /** @param cause the unexpected error that it answers, for the log */
  constructor(
    error: HttpError,
    id: string | number | null,
    { code = rpcCodeOf(error), cause }: { readonly code?: keyof typeof codes; readonly cause?: unknown } = {},
  ) {
    super(error.status, error.code, error.message, error.headers, error.limit);
    this.cause = cause;
    this.#id = id;
    this.#code = codes[code];
  }

  override get body(): object {
    return {
      jsonrpc: '2.0',
      id: this.#id,
      error: { code: this.#code, message: shortened(this.message), data: { code: this.code } },
    };
  }
}

const rpcCodeOf = ({ status }: HttpError): keyof typeof codes =>
  [400, 404, 405, 413, 415].includes(status) ? 'request' : 'server';

/** The id of a message; null for a notification, or several messages. */
export const idOf = (body: unknown): string | number | null =>
  isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null;
