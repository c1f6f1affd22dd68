import { unpadded } from './padding.ts';

/** What may be around an address in copied text. */
const wrapping = /^(?:mailto:|[<([{"'“‘«,;:\s])+|[>)\]}"'”’»,;:.\s]+$/giu;

/** Characters of an address, with a name and a subject. */
const maxLength = 1_000;

/** Enough to tell an address from other text; only delivery proves more. */
const address = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+$/;

/**
 * The e-mail address that a text is, in the form in which addresses are compared: in lower case, without invisible
 * characters, `mailto:`, brackets and what a sentence puts around it, its domain in ASCII. With a name before it in the
 * manner of mail headers, the address alone. Undefined for any other text, several addresses included (`addressesIn`).
 *
 * @example
 * addressFrom(' MAILTO:Ada@Lumora.example?subject=x '); // 'ada@lumora.example'
 * addressFrom('"Moreau, Ada" <ada@lumora.example>'); // 'ada@lumora.example'
 * addressFrom('Ada Moreau'); // undefined
 */
export function addressFrom(text: string): string | undefined {
  if (text.length > maxLength || !/[@＠]/.test(text)) return undefined;
  const plain = unpadded(text)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
  const [, name = '', within = plain] = /^([^<>]*)<([^<>]*)>[^<>@]*$/.exec(plain) ?? [];
  const bare = within.replaceAll(wrapping, '').replace(/(?<=@.*)\?.*$/, '');
  if (name.includes('@') && addressFrom(name) !== addressFrom(bare)) return undefined;
  if (!address.test(bare)) return undefined;
  const at = bare.lastIndexOf('@');
  return `${bare.slice(0, at)}@${asciiDomain(bare.slice(at + 1))}`.toLowerCase();
}

/** The addresses in a cell or a header that may hold several, in their order and without repetitions. */
export function addressesIn(text: string): readonly string[] {
  const whole = addressFrom(text);
  if (whole !== undefined) return [whole];
  // Google separates several by `:::`; a quoted name may hold commas.
  const parts = text.match(/(?:"[^"]*"|<[^<>]*>|[^\s"<>,;|:])+/g) ?? [];
  return [...new Set(parts.flatMap((part) => addressFrom(part) ?? []))];
}

/** Internationalized domains have two spellings. */
const asciiDomain = (domain: string): string =>
  /^\p{ASCII}*$/u.test(domain) ? domain : (URL.parse(`http://${domain}`)?.hostname ?? domain);
