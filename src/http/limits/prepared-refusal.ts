import type { ServerResponse } from 'node:http';

/** An answer of 503 that is made beforehand, since under load it has to cost a small part of any other. */
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

  /** @param headers names and values in turns, of this answer alone */
  send(response: ServerResponse, headers: readonly string[]): void {
    response.writeHead(503, [...this.#headers, ...headers]).end(this.#body);
  }
}
