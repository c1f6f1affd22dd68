import type { ServerResponse } from 'node:http';

/** A precomputed 503 response, since under load it must be cheap. */
export class PreparedRefusal {
  readonly #body: Buffer;
  readonly #headers: readonly string[];

  constructor(body: object, headers: Readonly<Record<string, string>> = {}) {
    this.#body = Buffer.from(JSON.stringify(body));
    this.#headers = Object.entries({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(this.#body.length),
      'retry-after': '1',
      ...headers,
    }).flat();
  }

  /** @param headers names and values, alternating, of this response only */
  send(response: ServerResponse, headers: readonly string[]): void {
    response.writeHead(503, [...this.#headers, ...headers]).end(this.#body);
  }
}
