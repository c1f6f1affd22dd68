import { type Coding, codingFor, compress } from './compression.ts';

/** A text that is sent many times, compressed once per content coding. */
export class CompressedText {
  readonly #text: string;
  readonly #compressed = new Map<Coding, Promise<Buffer<ArrayBuffer>>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The body for a request with this `accept-encoding`. */
  async body(
    acceptEncoding: string | undefined,
  ): Promise<{ readonly coding?: Coding; readonly body: Buffer | string }> {
    const coding = codingFor(acceptEncoding);
    if (coding === undefined) return { body: this.#text };
    const compressed = this.#compressed.get(coding) ?? compress(coding, this.#text);
    this.#compressed.set(coding, compressed);
    return { coding, body: await compressed };
  }
}
