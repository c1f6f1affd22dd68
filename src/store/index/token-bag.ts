import type { SearchField } from '../../contract/catalogue.ts';
import { oursLimits } from '../../contract/limits.ts';
import { foldAccents } from '../../reading/fold-accents.ts';
import { existsToken, quoted, valueTokens, wordToken } from './token.ts';
import { wordsOf } from './words.ts';

/** PostgreSQL's bounds on a tsvector: the highest position, positions of one lexeme, and (with room to spare) bytes. */
const lastPosition = 16_383;
const positionsPerToken = 255;
const bytesAtMost = 900_000;

/** Places left free between two values of a list, so that no phrase spans them, even where its words may be moved. */
const valueGap = oursLimits.dslSlop + 1;

/**
 * Collects the tokens of one record or element, and writes them as the text of a tsvector. A field's words are numbered
 * through all its values, with a gap between two values that no phrase spans. Words beyond PostgreSQL's bounds are
 * found, but not in phrases; tokens beyond its bytes are left out, last first.
 */
export class TokenBag {
  readonly #positions = new Map<string, number[]>();
  readonly #next = new Map<string, number>();
  /** Words that stand side by side, as phrases see them. */
  readonly #runs: string[][] = [];
  #bytes = 0;

  constructor(every: string) {
    this.#add(every);
  }

  /** Adds one value, not null, of a field. */
  value(kind: SearchField['kind'], code: string, value: unknown): void {
    this.#add(existsToken(code));
    for (const token of valueTokens(kind, code, value)) this.#add(token);
    if (kind === 'text' && typeof value !== 'object') this.#addWords(code, wordsOf(String(value)));
  }

  /** Adds a name, not null, to the sub-field that is searched without regard to accents. */
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

  /** Adds a token, and returns whether it has the position. */
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

  /** All tokens but words. */
  get values(): readonly string[] {
    const words = new Set(this.#runs.flat());
    return [...this.#positions.keys()].filter((token) => !words.has(token));
  }

  /** The words: texts of tokens with blanks between them, a phrase never reaching from one text into the next. */
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
