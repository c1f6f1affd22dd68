import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The secrets of a graph; graphs that share a store have the same. */
export interface Secrets {
  readonly secret: string;
  /** A second secret that also opens, while secrets are rotated. */
  readonly accepted?: string | undefined;
  /** Key of the hashes that identify stored data, which never changes. Default: `secret`. */
  readonly identity?: string | undefined;
}

const cipher = 'aes-256-gcm';
const format = 1;
const idBytes = 5;
const headerBytes = 1 + idBytes;
const ivBytes = 12;
const tagBytes = 16;

/** Maximum number of derived keys in memory. */
const maxKeys = 1000;

/**
 * Encrypts and authenticates values (AES-256-GCM) with keys derived from the graph's secret. Each envelope names its
 * secret by a key id, so that values of an accepted secret can be opened, and found for sealing again.
 *
 * @example
 * const sealed = seal.seal('state', partition, 'a note');
 * seal.open('state', partition, sealed).toString(); // 'a note'
 */
export class Seal {
  /** Identifies the graphs that share an identity, whatever their secret is at the time. */
  readonly space: string;
  /** Key id of the secret that seals, in hexadecimal digits. */
  readonly keyId: string;
  /** Key id of the second secret; undefined unless secrets are being rotated. */
  readonly acceptedId: string | undefined;
  /** By key id, the keys from which others are derived, by purpose. */
  readonly #roots = new Map<string, (purpose: string) => Buffer | undefined>();
  /** Key objects: a cipher takes 6 µs with one, and 43 µs with the same bytes. */
  readonly #derived = new Map<string, KeyObject>();

  constructor({ secret, accepted, identity = secret }: Secrets) {
    this.keyId = idOf(secret);
    this.acceptedId = accepted === undefined || accepted === secret ? undefined : idOf(accepted);
    this.space = createHmac('sha256', identity).update('kith seal').digest('base64url');
    for (const one of [accepted ?? secret, secret])
      this.#roots.set(idOf(one), (purpose) => derived(one, '', `kith ${purpose}`));
  }

  /**
   * @param purpose what the value is for; it cannot be opened for another
   * @param salt binds the value to its place; without a random salt, once deleted, it cannot be opened
   */
  seal(purpose: string, salt: string, plain: string | Buffer): Buffer {
    const header = Buffer.from([format, ...Buffer.from(this.keyId, 'hex')]);
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.#demandKey(this.keyId, purpose, salt), iv).setAAD(header);
    return Buffer.concat([header, iv, sealing.update(plain), sealing.final(), sealing.getAuthTag()]);
  }

  /**
   * Opens a value. Its shape need not be checked: GCM authenticates that it was sealed with one of these secrets.
   *
   * @throws {SealBroken} if it was sealed with another secret, or for another purpose or salt, or is damaged
   */
  open(purpose: string, salt: string, sealed: Buffer): Buffer {
    if (sealed.length < headerBytes + ivBytes + tagBytes || sealed[0] !== format) throw new SealBroken('damaged');
    const header = sealed.subarray(0, headerBytes);
    const key = this.#demandKey(header.toString('hex', 1), purpose, salt);
    const opening = createDecipheriv(cipher, key, sealed.subarray(headerBytes, headerBytes + ivBytes)).setAAD(header);
    opening.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([opening.update(sealed.subarray(headerBytes + ivBytes, -tagBytes)), opening.final()]);
    } catch {
      throw new SealBroken('damaged');
    }
  }

  sealText(purpose: string, salt: string, plain: string | Buffer): string {
    return this.seal(purpose, salt, plain).toString('base64url');
  }

  /** @throws {SealBroken} as `open` */
  openText(purpose: string, salt: string, sealed: string): Buffer {
    return this.open(purpose, salt, Buffer.from(sealed, 'base64url'));
  }

  /** Whether a text was sealed with the secret that seals now. */
  isPresent(sealed: string): boolean {
    // The header is six bytes, so it ends at a boundary of base64 digits.
    return keyIdIn(sealed) === this.keyId;
  }

  /** An HMAC of a text. */
  mac(purpose: string, text: string): string {
    return this.#mac(this.keyId, purpose, text);
  }

  /** Whether it is the HMAC of this text under an accepted secret. */
  isMac(purpose: string, text: string, mac: string): boolean {
    return [this.keyId, this.acceptedId].some((id) => id !== undefined && isSame(mac, this.#mac(id, purpose, text)));
  }

  /** The key of a secret for one purpose, to be kept beyond the secret. */
  keyOf(id: string, purpose: string): Buffer | undefined {
    return this.#roots.get(id)?.(purpose);
  }

  /** Opens values of one purpose with the kept key of an earlier secret, too. */
  accept(id: string, purpose: string, key: Buffer): void {
    if (!this.#roots.has(id)) this.#roots.set(id, (asked) => (asked === purpose ? key : undefined));
  }

  #mac(id: string, purpose: string, text: string): string {
    return createHmac('sha256', this.#demandKey(id, purpose, 'mac'))
      .update(text)
      .digest('base64url');
  }

  #demandKey(id: string, purpose: string, salt: string): KeyObject {
    const name = `${id} ${purpose}\n${salt}`;
    const known = this.#derived.get(name);
    if (known) return known;
    const root = this.keyOf(id, purpose);
    if (!root) throw new SealBroken('another secret');
    const key = createSecretKey(derived(root, salt, 'kith'));
    if (this.#derived.size >= maxKeys) this.#derived.clear();
    this.#derived.set(name, key);
    return key;
  }
}

/** The key id of the secret with which a text was sealed. */
const keyIdIn = (sealed: string): string => Buffer.from(sealed.slice(0, 8), 'base64url').toString('hex', 1);

/** A sealed value cannot be opened: its secret is not accepted, or it is damaged. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  readonly reason: 'another secret' | 'damaged';

  constructor(reason: SealBroken['reason']) {
    super(
      reason === 'damaged'
        ? 'A stored value is damaged, or was sealed for another purpose.'
        : 'A stored value was sealed with a secret that is neither KITH_SECRET nor KITH_SECRET_ACCEPTED: set KITH_SECRET_ACCEPTED to the former KITH_SECRET.',
    );
    this.reason = reason;
  }
}

const idOf = (secret: string): string => derived(secret, '', 'kith key id').toString('hex', 0, idBytes);

const derived = (key: string | Buffer, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

const isSame = (one: string, other: string): boolean => {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
};
