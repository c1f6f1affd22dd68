import { identifyingNetwork } from '../../contract/identifier.ts';
import { trimmed, unpadded } from '../../reading/padding.ts';
import { pageFrom } from '../../reading/page.ts';

/** Percent-encodes what a URL can't hold; what is encoded already stays as it is. */
const encodedUrl = (url: string): string => encodeURI(url).replace(/%25([\da-f]{2})/gi, '%$1');

const isUrl = (name: string): boolean => name === 'url' || name.endsWith('_url');
const isSlug = (name: string): boolean => name === 'slug' || name === 'xnet_slugs';
const isAddress = (name: string): boolean => name === 'work_email' || name === 'personal_emails' || name === 'email';

/** PostgreSQL can hold neither U+0000 nor half a surrogate pair. */
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
 * The JSON value as it is stored: without null members and elements, its URLs percent-encoded, its slugs as they are,
 * decoded (of a URL, the slug in it), and its addresses without what surrounds them. Source: the specification's "Authentication", 6. Which members are URLs and slugs follows from their names.
 *
 * @param member the name of the member that holds the value
 */
function normalValue(value: unknown, member: string): unknown {
  if (typeof value === 'string') return normalString(value, member);
  if (Array.isArray(value)) {
    return value.filter((element) => element !== null && element !== undefined).map((e) => normalValue(e, member));
  }
  return typeof value === 'object' && value !== null ? normal(value) : value;
}

/** As `normalValue`, for an object; members that we don't know are kept. */
export function normal<T extends object>(value: T): T {
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .map(([name, member]) => [name, normalValue(member, name)]);
  // Leaving out null members keeps every type whose members are optional, and the contract's all are.
  return Object.fromEntries(members) as T;
}
