import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { findRelationships } from '../contract/operation/relationships.ts';

/** Number of answers that must show another word. */
const answersInARow = 3;

/** The member of a connection with the network's word in its name: `connector_<word>_url`. */
const connectorUrl = /^connector_([a-z][a-z0-9]*)_url$/;

/** The network's word in an answer as sent; undefined if no connection shows it. */
export function networkWordIn(answer: unknown): string | undefined {
  const items = isObject(answer) && Array.isArray(answer.items) ? answer.items : [];
  for (const item of items) {
    const connections: readonly unknown[] = isObject(item) && Array.isArray(item.connections) ? item.connections : [];
    for (const connection of connections)
      for (const name of isObject(connection) ? Object.keys(connection) : []) {
        const word = connectorUrl.exec(name)?.[1];
        if (word !== undefined) return word;
      }
  }
  return undefined;
}

/**
 * Detects that the upstream has another word for the network than is configured, in which case slugs and URLs would be
 * missing without an error. Requires three answers, of two keys if there are two, so that one odd answer does not
 * suffice. The first answer with the configured word ends the check.
 */
export class WordCheck {
  /** The upstream's word, once it is known to differ from the configured one. */
  mismatch: string | undefined;
  readonly #configured: string;
  readonly #onMismatch: (word: string) => void;
  readonly #asking = new Set<string>();
  readonly #inARow = new Set<string>();
  #answers = 0;
  #isRight = false;

  constructor(configured: string, onMismatch: (word: string) => void) {
    this.#configured = configured;
    this.#onMismatch = onMismatch;
  }

  /** Inspects an answer as sent. */
  see(operation: Operation, answer: unknown, apiKey: string): void {
    if (this.#isRight || operation.name !== findRelationships.name) return;
    const word = networkWordIn(answer);
    if (word === undefined) return;
    if (this.#asking.size < 2) this.#asking.add(apiKey);
    if (word === this.#configured) {
      this.#isRight = true;
      this.mismatch = undefined;
      this.#inARow.clear();
      return;
    }
    this.#answers += 1;
    if (this.#inARow.size < 2) this.#inARow.add(apiKey);
    if (this.mismatch !== undefined || this.#answers < answersInARow || this.#inARow.size < this.#asking.size) return;
    this.mismatch = word;
    this.#onMismatch(word);
  }
}
