import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Seal } from '../../state/seal/seal.ts';
import { dictionary1 } from './generated/dictionary-1.ts';

const compress = promisify(zstdCompress);

const purpose = 'kept record';
const version = 1;
const dictionaries: ReadonlyMap<number, Buffer> = new Map([[1, Buffer.from(dictionary1)]]);

/** Encodes records that outlive the process: zstd with a dictionary of invented records, then sealed. */
export class RecordCodec {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  /** Compresses outside the event loop: a thousand records take a tenth of a second. */
  async encode(text: string): Promise<Buffer> {
    const packed = await compress(text, {
      dictionary: dictionaries.get(version),
      params: { [constants.ZSTD_c_contentSizeFlag]: 0 },
    });
    return this.#seal.seal(purpose, '', Buffer.concat([Buffer.of(version), packed]));
  }

  /**
   * @throws {SealBroken} if it was sealed with a secret that is not accepted, or is damaged
   */
  decode(sealed: Buffer): Buffer {
    const opened = this.#seal.open(purpose, '', sealed);
    return zstdDecompressSync(opened.subarray(1), { dictionary: dictionaries.get(opened[0] ?? 0) });
  }

  /** Seals with the present secret; undefined if it is already, or cannot be opened. */
  sealAnew(sealed: Buffer): Buffer | undefined {
    if (this.#seal.isPresent(sealed.subarray(0, 6).toString('base64url'))) return undefined;
    return this.#seal.seal(purpose, '', this.#seal.open(purpose, '', sealed));
  }
}
