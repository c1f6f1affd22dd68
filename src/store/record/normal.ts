import { identifyingNetwork } from '../../contract/identifier.ts';
import { trimmed, unpadded } from '../../reading/padding.ts';
import { pageFrom } from '../../reading/page.ts';

/** Percent-encodes characters that are not allowed in URLs, without encoding twice. */
const encodedUrl = (url: string): string => encodeURI(url).replace(/%25([\da-f]{2})/gi, '%$1');

const isUrl = (name: string): boolean => name === 'url' || name.endsWith('_url');
const isSlug = (name: string): boolean => name === 'slug' || name === 'xnet_slugs';
const isAddress = (name: string): boolean => name === 'work_email' || name === 'personal_emails' || name === 'email';

/** Removes what PostgreSQL cannot store: U+0000 and lone surrogates. */
const storable = (text: string): string =>
  text.isWellFormed() && !text.includes('\u0000') ? text : text.toWellFormed().replaceAll('\u0000', '');

function normalString(text: string, member: string): string {
  if (isUrl(member)) return encodedUrl(storable(unpadded(text)));
  if (isSlug(member)) return trimmed(pageFrom(text)?.slug ?? storable(text));
  if (isAddress(member)) return unpadded(storable(text));
  if (member === 'network' && text.trim().toLowerCase() === identifyingNetwork) return identifyingNetwork;
  return storable(text);
}

/**
 * A JSON value in its stored form: without null members and elements, URLs percent-encoded, slugs decoded (or extracted
 * from a URL), addresses without surrounding text. URLs and slugs are recognized by member name. Source: the
 * specification's "Authentication", 6.
 *
 * @param member the name of the member that contains the value
 */
function normalValue(value: unknown, member: string): unknown {
  if (typeof value === 'string') return normalString(value, member);
  if (Array.isArray(value)) {
    return value.filter((element) => element !== null && element !== undefined).map((e) => normalValue(e, member));
  }
  return typeof value === 'object' && value !== null ? normal(value) : value;
}

/** As `normalValue`, for an object; unknown members are kept. */
export function normal<T extends object>(value: T): T {
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .map(([name, member]) => [name, normalValue(member, name)]);
  // Safe: types with optional members remain valid without null members, and all of the contract's are optional.
  return Object.fromEntries(members) as T;
}
