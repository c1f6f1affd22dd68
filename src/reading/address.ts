import { decoded, unpadded } from './padding.ts';

/** Text around an address, as it occurs in copied text. */
const wrapping = /^(?:mailto:|[<([{"'“‘«,;:\s])+|[>)\]}"'”’»,;:.\s]+$/giu;

/** Characters of an address, with a name and a subject. */
const maxLength = 1_000;

/** Distinguishes addresses from other text; only a delivery proves that one exists. */
const address = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+$/;

/**
 * Parses an e-mail address into its comparison form: in lower case, without invisible characters, `mailto:`, brackets
 * and punctuation around it, with its domain in ASCII. A name before the address, as in mail headers, is dropped.
 * Undefined for other texts, including several addresses (`addressesIn`).
 *
 * @example
 * addressFrom(' MAILTO:Ada@Lumora.example?subject=x '); // 'ada@lumora.example'
 * addressFrom('"Moreau, Ada" <ada@lumora.example>'); // 'ada@lumora.example'
 * addressFrom('Ada Moreau'); // undefined
 */
export function addressFrom(text: string): string | undefined {
  if (text.length > maxLength || !/[@＠]|%40/.test(text)) return undefined;
  const plain = unpadded(text)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
  const [, name = '', within = plain] = /^([^<>]*)<([^<>]*)>[^<>@]*$/.exec(plain) ?? [];
  const [, link] = /^mailto:([^?]*)/i.exec(within.trim()) ?? [];
  const bare = (link === undefined ? within : decoded(link))
    .replaceAll(wrapping, '')
    .replace(/(?<=@.*)\?.*$/, '')
    // Blanks around the @ are those of an address only if what is before it is no word, as in “CTO @ lumora.example”.
    .replace(/^(\S*[._\d-]\S*?)\s*@\s*(?=\S+$)/, '$1@');
  if (name.includes('@') && addressFrom(name) !== addressFrom(bare)) return undefined;
  if (!address.test(bare)) return undefined;
  const at = bare.lastIndexOf('@');
  return `${bare.slice(0, at)}@${asciiDomain(bare.slice(at + 1))}`.toLowerCase();
}

/** The addresses in a cell or header that may contain several, in order and without duplicates. */
export function addressesIn(text: string): readonly string[] {
  const whole = addressFrom(text);
  if (whole !== undefined) return [whole];
  // Google separates several addresses by `:::`; a quoted name may contain commas.
  const parts = text.match(/(?:"[^"]*"|<[^<>]*>|[^\s"<>,;|:])+/g) ?? [];
  return [...new Set(parts.flatMap((part) => addressFrom(part) ?? []))];
}

/** Hosts of public mailboxes, which do not identify an employer. */
const publicHost =
  /^(?:g(?:oogle)?mail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|proton(?:mail)?|aol|mail|qq|163)\./;

/** The host of an address (`addressFrom`) if it may be the employer's website. */
export const employerHost = (address: string): string | undefined => {
  const host = address.slice(address.lastIndexOf('@') + 1);
  return publicHost.test(host) ? undefined : host;
};

/** An address (`addressFrom`) without a tag: most mail servers deliver `ada+news@x.example` to `ada@x.example`. */
export const untagged = (address: string): string => address.replace(/(?<=^[^+@]+)\+[^@]*(?=@)/, '');

/** Internationalized domains have two spellings. */
const asciiDomain = (domain: string): string =>
  /^\p{ASCII}*$/u.test(domain) ? domain : (URL.parse(`http://${domain}`)?.hostname ?? domain);
