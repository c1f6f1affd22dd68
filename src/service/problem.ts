import type { ErrorBody, OverageProtectionBody } from '../contract/errors.ts';
import type { ServedNames } from '../contract/wire-names.ts';

/** A request that is answered with an error body instead of a result; nothing was charged. */
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

  /** The body, whose sentences name members and paths by these words. */
  bodyIn(names: ServedNames | undefined): ErrorBody | OverageProtectionBody {
    return {
      code: this.status,
      errors: names ? this.sentences.map((sentence) => names.text(sentence)) : [...this.sentences],
    };
  }
}

/** 400: every sentence begins with the path of what is wrong. */
export const badRequest = (...sentences: readonly string[]): Problem => new Problem(400, sentences);
