import { isObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { findRelationships } from '../contract/operation/relationships.ts';

/** Answers in a row that must show another word before it is believed. */
const answersInARow = 3;

/** The member of a connection that has the network's word in its name: `connector_<word>_url`. */
const connectorUrl = /^connector_([a-z][a-z0-9]*)_url$/;

/** The network's word in the first connection of an answer as it was sent; undefined where it has none. */
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
 * Notices that the upstream has another word for the network than is configured: its answers would be read without their slugs
 * and URLs, and without an error. Three answers in a row show it, of two credentials where there are two, so that one odd answer
 * does not. The first answer that shows the configured word ends the check.
 */
export class WordCheck {
  /** The upstream's word, where it is another one than is configured. */
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

  /** Looks at an answer as it was sent. */
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
