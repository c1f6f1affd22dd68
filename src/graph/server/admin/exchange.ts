import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { check } from '../../validate.ts';

/** Path for administrators' commands to a running graph: `GET` issues a nonce, `POST` takes one sealed request. */
export const adminPath = '/admin';

/** The media type of a sealed request and of its answer. */
export const sealedType = 'application/vnd.kith.sealed';

/** The HTTP request of a command. */
const AdminRequest = Type.Object({
  method: Type.Enum(['GET', 'POST', 'DELETE']),
  path: Type.String(),
  apiKey: Type.Optional(Type.String()),
  /** JSON. */
  body: Type.Optional(Type.String()),
});
export type AdminRequest = Static<typeof AdminRequest>;

export interface AdminAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** How long a nonce is valid, in milliseconds. */
const nonceMs = 60_000;

/** Issues a nonce with its expiry and an HMAC, so that issued nonces need not be stored. */
export const issueNonce = (secret: string, now: number): string => {
  const text = `${(now + nonceMs).toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${macOf(secret, text)}`;
};

/** When a nonce expires; undefined if it was not issued with this secret, or has expired. */
export const nonceEnd = (secret: string, nonce: string, now: number): number | undefined => {
  const [end = '', random = '', mac = ''] = nonce.split('.');
  const expiresAt = Number.parseInt(end, 36);
  return isSame(mac, macOf(secret, `${end}.${random}`)) && now < expiresAt ? expiresAt : undefined;
};

const macOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`kith admin nonce ${text}`).digest('base64url');

const isSame = (one: string, other: string): boolean => {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
};

/**
 * One request of a command and its answer, both sealed with AES-256-GCM. The keys are derived (HKDF) from the graph's secret
 * and a nonce of each side: an eavesdropper can neither read nor replay, and a server without the secret cannot answer.
 */
export class Exchange {
  /** Proves, before the body is read, that the sender knows the secret. */
  readonly proof: string;
  readonly #requestKey: Buffer;
  readonly #answerKey: Buffer;

  /**
   * @param graphNonce from `issueNonce`
   * @param commandNonce random, chosen by the command
   */
  constructor(secret: string, graphNonce: string, commandNonce: string) {
    const derive = (purpose: string): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, `${graphNonce} ${commandNonce}`, `kith admin ${purpose}`, 32));
    this.proof = derive('proof').toString('base64url');
    this.#requestKey = derive('request');
    this.#answerKey = derive('answer');
  }

  isProof(text: string): boolean {
    return isSame(text, this.proof);
  }

  sealRequest(request: AdminRequest): Buffer {
    return seal(this.#requestKey, Buffer.from(JSON.stringify(request)));
  }

  /** Undefined if not sealed with this secret for this exchange, or not an `AdminRequest`. */
  openRequest(sealed: Buffer): AdminRequest | undefined {
    const text = open(this.#requestKey, sealed);
    const request: unknown = text && JSON.parse(text.toString());
    return check(AdminRequest, request) ? request : undefined;
  }

  sealAnswer({ status, body }: AdminAnswer): Buffer {
    return seal(this.#answerKey, Buffer.concat([Buffer.from(`${status}\n`), body]));
  }

  /** Undefined if not sealed with this secret for this exchange. */
  openAnswer(sealed: Buffer): AdminAnswer | undefined {
    const text = open(this.#answerKey, sealed);
    if (text === undefined) return undefined;
    const end = text.indexOf('\n');
    return { status: Number(text.subarray(0, end).toString()), body: text.subarray(end + 1) };
  }
}

const seal = (key: Buffer, text: Buffer): Buffer => {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv);
  return Buffer.concat([iv, sealing.update(text), sealing.final(), sealing.getAuthTag()]);
};

const open = (key: Buffer, sealed: Buffer): Buffer | undefined => {
  if (sealed.length < ivBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes));
  opening.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(ivBytes, -tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
};
