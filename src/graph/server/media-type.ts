import type { IncomingHttpHeaders } from 'node:http';

/** A media type or range (RFC 9110, 8.3.1 and 12.5.1), in small letters, without its charset and weight. */
export interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly charset: string | undefined;
  /** From 0 to 1; 0 rules it out. */
  readonly weight: number;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A request whose body can be read: UTF-8, in no content coding. */
export function isReadable({ 'content-type': type, 'content-encoding': coding }: IncomingHttpHeaders): boolean {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') return false;
  // What most requests say needs no reading.
  const media = type === undefined || type === 'application/json' ? undefined : readMediaType(type);
  return media === undefined || isUtf8(media);
}

/** Reads one media type or range; undefined for what is none. */
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

/** Whether what is sent in a charset can be read here; without one it is UTF-8. */
export const isUtf8 = ({ charset }: MediaType): boolean => charset === undefined || /^utf-?8$/.test(charset);
