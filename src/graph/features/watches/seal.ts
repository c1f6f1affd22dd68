import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Seal } from '../../state/seal/seal.ts';

const purpose = 'watch';

/** Seals a watch's data about people, compressed, with the watch's own salt, which is deleted with the watch. */
export class WatchSeal {
  readonly #seal: Seal;
  readonly #salt: string;

  constructor(seal: Seal, salt: string) {
    this.#seal = seal;
    this.#salt = salt;
  }

  seal(value: unknown): string {
    return this.#seal.sealText(purpose, this.#salt, deflateRawSync(JSON.stringify(value)));
  }

  /** @throws {import('../../state/seal/seal.ts').SealBroken} if it was sealed with another secret */
  open<Value>(sealed: string): Value {
    return JSON.parse(inflateRawSync(this.#seal.openText(purpose, this.#salt, sealed)).toString());
  }

  /** The value sealed with the present secret; undefined if it already is. */
  anew(sealed: string): string | undefined {
    if (this.#seal.isPresent(sealed)) return undefined;
    return this.#seal.sealText(purpose, this.#salt, this.#seal.openText(purpose, this.#salt, sealed));
  }
}
