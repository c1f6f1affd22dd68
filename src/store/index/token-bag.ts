import type { SearchField } from '../../contract/catalogue.ts';
import { oursLimits } from '../../contract/limits.ts';
import { foldAccents } from '../../reading/fold-accents.ts';
import { existsToken, quoted, valueTokens, wordToken } from './token.ts';
import { wordsOf } from './words.ts';

/** PostgreSQL's limits of a tsvector: the highest position, positions per lexeme, and (with a margin) bytes. */
const lastPosition = 16_383;
const positionsPerToken = 255;
const bytesAtMost = 900_000;

/** Positions between two values of a list, so that no phrase spans them, even with slop. */
const valueGap = oursLimits.dslSlop + 1;

/**
 * Collects the tokens of a record or element and prints them as a tsvector. A field's words are numbered across its
 * values, with a gap that no phrase spans. Words beyond PostgreSQL's limits are indexed without positions, so that
 * phrases do not find them; tokens beyond its size are dropped.
 */
export class TokenBag {
  readonly #positions = new Map<string, number[]>();
  readonly #next = new Map<string, number>();
  /** Runs of adjacent words, as phrases see them. */
  readonly #runs: string[][] = [];
  #bytes = 0;

  constructor(every: string) {
    this.#add(every);
  }

  /** Adds a non-null value of a field. */
  value(kind: SearchField['kind'], code: string, value: unknown): void {
    this.#add(existsToken(code));
    for (const token of valueTokens(kind, code, value)) this.#add(token);
    if (kind === 'text' && typeof value !== 'object') this.#addWords(code, wordsOf(String(value)));
  }

  /** Adds a non-null name to the sub-field without accents. */
  foldedName(code: string, value: unknown): void {
    this.#add(existsToken(code));
    if (typeof value !== 'object') this.#addWords(code, wordsOf(String(value)).map(foldAccents));
  }

  #addWords(code: string, words: readonly string[]): void {
    let position = this.#next.get(code) ?? 1;
    let run: string[] = [];
    for (const word of words) {
      const token = wordToken(code, word);
      const known = this.#positions.has(token);
      const placed = this.#add(token, position);
      if (placed) run.push(token);
      else {
        this.#runs.push(run, known || !this.#positions.has(token) ? [] : [token]);
        run = [];
      }
      position += 1;
    }
    this.#runs.push(run);
    this.#next.set(code, position + valueGap);
  }

  /** Adds a token; returns whether the position was recorded. */
  #add(token: string, position?: number): boolean {
    let positions = this.#positions.get(token);
    if (positions === undefined) {
      const bytes = this.#bytes + Buffer.byteLength(token) + 8;
      if (bytes > bytesAtMost) return false;
      this.#bytes = bytes;
      positions = [];
      this.#positions.set(token, positions);
    }
    if (position === undefined || position > lastPosition || positions.length >= positionsPerToken) return false;
    this.#bytes += 2;
    positions.push(position);
    return true;
  }

  /** All tokens except words. */
  get values(): readonly string[] {
    const words = new Set(this.#runs.flat());
    return [...this.#positions.keys()].filter((token) => !words.has(token));
  }

  /** The words, as texts of tokens separated by spaces; no phrase spans two texts. */
  get texts(): readonly string[] {
    return this.#runs.filter((run) => run.length > 0).map((run) => run.join(' '));
  }

  /** The text of a tsvector. */
  toString(): string {
    const lexemes: string[] = [];
    for (const [token, positions] of this.#positions) {
      lexemes.push(positions.length === 0 ? quoted(token) : `${quoted(token)}:${positions.join(',')}`);
    }
    return lexemes.join(' ');
  }
}
