import type { IncomingHttpHeaders } from 'node:http';

/** A media type or range (RFC 9110, 8.3.1 and 12.5.1), in lowercase; charset and weight are not in `parameters`. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly charset: string | undefined;
  /** From 0 to 1; 0 rules it out. */
  readonly weight: number;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Whether a request's body is readable: UTF-8, without a content coding. */
export function isReadable({ 'content-type': type, 'content-encoding': coding }: IncomingHttpHeaders): boolean {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') return false;
  // Fast path for the most common header.
  const media = type === undefined || type === 'application/json' ? undefined : readMediaType(type);
  return media === undefined || isUtf8(media);
}

/** Parses one media type or range; undefined if it is malformed. */
export function readMediaType(text: string): MediaType | undefined {
  const [name = '', ...rest] = text.toLowerCase().split(';');
  const [type, subtype, more] = name.trim().split('/');
  if (!type || !subtype || more !== undefined) return undefined;
  const { charset, q, ...parameters } = Object.fromEntries(rest.map(readParameter));
  const weight = q === undefined ? 1 : Number(q);
  return { type, subtype, charset, weight: Number.isNaN(weight) ? 0 : weight, parameters };
}

function readParameter(text: string): readonly [name: string, value: string] {
  const [name = '', value = ''] = text.split('=', 2);
  return [name.trim(), value.trim().replaceAll(/^"|"$/g, '')];
}

/** Whether the charset is UTF-8, the default. */
export const isUtf8 = ({ charset }: MediaType): boolean => charset === undefined || /^utf-?8$/.test(charset);
