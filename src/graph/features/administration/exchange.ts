import { randomBytes } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type Seal, SealBroken } from '../../state/seal/seal.ts';
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
  /** Headers of the operation, such as its budget. */
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** JSON. */
  body: Type.Optional(Type.String()),
});
export type AdminRequest = Static<typeof AdminRequest>;

export interface AdminAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** The purposes of the seal. */
const purposes = {
  nonce: 'admin nonce',
  proof: 'admin proof',
  request: 'admin request',
  answer: 'admin answer',
} as const;

/** How long a nonce is valid, in milliseconds. */
const nonceMs = 60_000;

/** Issues a nonce with its expiry and an HMAC, so that issued nonces need not be stored. */
export const issueNonce = (seal: Seal, now: number): string => {
  const text = `${(now + nonceMs).toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${text}.${seal.mac(purposes.nonce, text)}`;
};

/** When a nonce expires; undefined if it was not issued with an accepted secret, or has expired. */
const nonceEnd = (seal: Seal, nonce: string, now: number): number | undefined => {
  const [end = '', random = '', mac = ''] = nonce.split('.');
  const expiresAt = Number.parseInt(end, 36);
  return seal.isMac(purposes.nonce, `${end}.${random}`, mac) && now < expiresAt ? expiresAt : undefined;
};

/**
 * One request of a command and its answer, both sealed with a nonce of each side as salt: an eavesdropper can neither
 * read nor replay, and a server without the secret cannot answer.
 */
export class Exchange {
  readonly #seal: Seal;
  readonly #nonces: string;

  /**
   * @param graphNonce from `issueNonce`
   * @param commandNonce random, chosen by the command
   */
  constructor(seal: Seal, graphNonce: string, commandNonce: string) {
    this.#seal = seal;
    this.#nonces = `${graphNonce} ${commandNonce}`;
  }

  /** Proves, before the body is read, that the sender knows the secret. */
  get proof(): string {
    return this.#seal.mac(purposes.proof, this.#nonces);
  }

  isProof(text: string): boolean {
    return this.#seal.isMac(purposes.proof, this.#nonces, text);
  }

  sealRequest(request: AdminRequest): Buffer {
    return this.#seal.seal(purposes.request, this.#nonces, JSON.stringify(request));
  }

  /** Undefined if not sealed with an accepted secret for this exchange, or not an `AdminRequest`. */
  openRequest(sealed: Buffer): AdminRequest | undefined {
    const text = this.#open(purposes.request, sealed);
    const request: unknown = text && JSON.parse(text.toString());
    return check(AdminRequest, request) ? request : undefined;
  }

  sealAnswer({ status, body }: AdminAnswer): Buffer {
    return this.#seal.seal(purposes.answer, this.#nonces, Buffer.concat([Buffer.from(`${status}\n`), body]));
  }

  /** Undefined if not sealed with an accepted secret for this exchange. */
  openAnswer(sealed: Buffer): AdminAnswer | undefined {
    const text = this.#open(purposes.answer, sealed);
    if (text === undefined) return undefined;
    const end = text.indexOf('\n');
    return { status: Number(text.subarray(0, end).toString()), body: text.subarray(end + 1) };
  }

  /** Seals a line of an answer that comes line by line. Its number keeps it in its place. */
  sealLine(number: number, line: string): string {
    return this.#seal.sealText(purposes.answer, `${this.#nonces} ${number}`, line);
  }

  /** Undefined if not sealed with an accepted secret as this line of this exchange. */
  openLine(number: number, sealed: string): string | undefined {
    return this.#open(purposes.answer, Buffer.from(sealed, 'base64url'), ` ${number}`)?.toString();
  }

  #open(purpose: string, sealed: Buffer, place = ''): Buffer | undefined {
    try {
      return this.#seal.open(purpose, this.#nonces + place, sealed);
    } catch (error) {
      if (error instanceof SealBroken) return undefined;
      throw error;
    }
  }
}

/** The exchange of a request whose sender has proved the secret, and the nonce that it uses up. */
export interface Proven {
  readonly exchange: Exchange;
  readonly nonce: string;
  /** When the nonce expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Reads an `authorization` header; undefined if it proves no accepted secret, or its nonce is not valid. */
export function provenBy(authorization: string | undefined, seal: Seal, now: number): Proven | undefined {
  const [scheme, nonce = '', commandNonce = '', proof = ''] = (authorization ?? '').split(' ');
  const exchange = new Exchange(seal, nonce, commandNonce);
  if (scheme !== 'Kith' || commandNonce === '' || !exchange.isProof(proof)) return undefined;
  const expiresAt = nonceEnd(seal, nonce, now);
  return expiresAt === undefined ? undefined : { exchange, nonce, expiresAt };
}
