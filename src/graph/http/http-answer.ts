import type { ServerResponse } from 'node:http';
import { compressed } from '../../http/compression.ts';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Answer } from '../operation/answer.ts';
import type { JsonType } from './negotiate.ts';
import { noStore, varyingCompressed } from './uncached.ts';

/** Form of an answer that is written in one piece. */
export interface AnswerForm {
  readonly mediaType: JsonType;
  /** A quote is no GraphQL result: its errors set the status whatever the media type. */
  readonly quoting: boolean;
}

/** The status of an answer (GraphQL over HTTP, 6.4): with `application/json`, more errors are answered with 200. */
export const statusOf = ({ http }: Answer, { mediaType, quoting }: AnswerForm): number =>
  (mediaType === 'application/json' && !quoting ? http.status : http.strictStatus) ?? 200;

/** Headers that depend on an answer's content only, not on its form: names and values in turn. */
export const answerHeadersOf = ({ http, credits }: Answer): readonly string[] => [
  ...(credits ? [creditsHeader, creditsField(credits)] : []),
  ...Object.entries(http.headers).flat(),
];

/** All headers of an answer except its length and content coding. */
export const headersOf = (answer: Answer, mediaType: JsonType): readonly string[] => [
  ...['content-type', `${mediaType}; charset=utf-8`, 'cache-control', noStore, 'vary', varyingCompressed],
  ...answerHeadersOf(answer),
];

/**
 * Length in characters from which a text is sent as bytes: Node copies a string with the head, and again to encode it.
 */
const longText = 64 * 1024;

/**
 * Writes an answer in one piece; a short text takes one write together with the head, bytes would take two.
 *
 * @param head the headers of every answer (`answerHead`), names and values in turn
 */
export async function writeAnswer(
  response: ServerResponse,
  head: readonly string[],
  answer: Answer,
  form: AnswerForm,
  acceptEncoding: string | undefined,
): Promise<void> {
  const { text, bytes } = answer;
  const status = statusOf(answer, form);
  const all = [...head, ...headersOf(answer, form.mediaType)];
  const compressing = compressed(text, acceptEncoding);
  if (!compressing) {
    response.writeHead(status, [...all, 'content-length', String(bytes)]);
    // ASCII is the same in both encodings. For UTF-8, Node allocates three times the length.
    response.end(text.length < longText ? text : Buffer.from(text), bytes === text.length ? 'latin1' : 'utf8');
    return;
  }
  const { coding, body } = await compressing;
  response.writeHead(status, [...all, 'content-encoding', coding, 'content-length', String(body.length)]).end(body);
}

/** Response header with the receipt: gateways forward headers, but not extensions. */
export const creditsHeader = 'x-kith-credits';

/**
 * Formats a receipt as a Dictionary of Structured Field Values (RFC 9651). Unrolled for speed: every answer has one.
 */
const creditsField = (lines: ReceiptLines): string =>
  `charged=${lines.charged}, shared=${lines.shared}, saved-by-payload=${lines.savedByPayload}, ` +
  `saved-by-identity=${lines.savedByIdentity}, saved-by-cache=${lines.savedByCache}, budget=${lines.budget}, ` +
  `maybe-charged=${lines.maybeCharged}${lines.kept === undefined ? '' : `, kept=${lines.kept}`}`;
