import type { ErrorBody, OverageProtectionBody } from '../contract/errors.ts';
import type { ServedNames } from '../contract/wire-names.ts';

/** An error that is sent as an error body; nothing was charged. */
export class Problem extends Error {
  readonly status: number;
  readonly sentences: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentences: readonly string[], headers: Readonly<Record<string, string>> = {}) {
    super(sentences.join(' '));
    this.status = status;
    this.sentences = sentences;
    this.headers = headers;
  }

  get body(): ErrorBody | OverageProtectionBody {
    return this.bodyIn(undefined);
  }

  /** The error body, with members and paths renamed to the names on the wire. */
  bodyIn(names: ServedNames | undefined): ErrorBody | OverageProtectionBody {
    return {
      code: this.status,
      errors: names ? this.sentences.map((sentence) => names.text(sentence)) : [...this.sentences],
    };
  }
}

/** 400: each sentence begins with a path. */
export const badRequest = (...sentences: readonly string[]): Problem => new Problem(400, sentences);
