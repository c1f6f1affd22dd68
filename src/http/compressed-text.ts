import { type Coding, codingFor, compress } from './compression.ts';

/** A text that is sent again and again: compressed once in each content coding. */
export class CompressedText {
  readonly #text: string;
  readonly #compressed = new Map<Coding, Promise<Buffer<ArrayBuffer>>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** As a caller with this `accept-encoding` takes it. */
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
