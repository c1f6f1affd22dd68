import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a watch's data about people (AES-256-GCM, after compression). The key is derived from the graph's secret and
 * the watch's salt: once the salt is deleted, remnants in a copy of the store are unreadable.
 */
export class WatchSeal {
  readonly #key: Buffer;

  constructor(secret: string, salt: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, salt, 'kith watch', 32));
  }

  seal(value: unknown): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const text = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(value))), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /**
   * Decrypts a value. Its shape is not checked: GCM authenticates that it was sealed here.
   *
   * @throws {SealBroken} if it was sealed with another secret
   */
  open<Value>(sealed: string): Value {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      return JSON.parse(inflateRawSync(text).toString());
    } catch {
      throw new SealBroken('The data of a watch was encrypted with another secret.');
    }
  }
}

export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}
