import { decoded, trimmed, unpadded } from './padding.ts';

/** The kinds of records that have a page on the external network. */
export type PageKind = 'profile' | 'company';

/** A page of a person or company on the external network, from its URL. */
export interface Page {
  readonly kind: PageKind;
  /** Decoded, as written. */
  readonly slug: string;
  /**
   * In lower case, without `www.` and port; undefined for a path alone. Any site may have pages below `/in/`: the slug is
   * certain only on the provider's own host.
   */
  readonly host: string | undefined;
}

/**
 * Page URLs of the external network. A slug is the decoded path segment after `/in/` (people) or `/company/`
 * (companies), and is compared case-insensitively. URLs are stored and returned percent-encoded, slugs decoded (the
 * specification's "Authentication", 6). The choice of the segment is ours.
 */
const pagePath = /^([^?#]*?)\/(in|company)\/([^/?#]+)/i;

/**
 * The page of a URL; undefined for other texts.
 *
 * @example
 * pageFrom('https://www.xnet.example/in/ada-moreau/details/experience/?trk=x');
 * // { kind: 'profile', slug: 'ada-moreau', host: 'xnet.example' }
 */
export function pageFrom(url: string): Page | undefined {
  const [, before = '', page, segment = ''] = pagePath.exec(url) ?? [];
  const slug = trimmed(decoded(segment));
  if (page === undefined || slug === '') return undefined;
  const [authority = ''] = unpadded(before)
    .replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '')
    .toLowerCase()
    .split(/[/\\]/);
  // What is before an @ is a user name, whatever it looks like.
  const [host = ''] = authority.replace(/^.*@/s, '').split(':');
  return {
    kind: page.toLowerCase() === 'in' ? 'profile' : 'company',
    slug,
    host: host.replace(/^www\./, '') || undefined,
  };
}

/** The form that most URLs have: a fast path for those of records. */
const usualUrl = /^https:\/\/[a-z\d.-]+\/(in|company)\/([a-z\d-]+)\/?$/;

/** The slug in the URL of a page of this kind of record, decoded; undefined for any other URL. */
export function slugOfUrl(url: string, kind: PageKind): string | undefined {
  const usual = usualUrl.exec(url);
  if (usual) return (usual[1] === 'in') === (kind === 'profile') ? usual[2] : undefined;
  const page = pageFrom(url);
  return page?.kind === kind ? page.slug : undefined;
}

/**
 * The slugs that a text, a bare slug or a page URL, can mean, by preference. The slug of a URL is decoded once. A bare
 * slug means itself, or else its decoded form. Empty for a blank text, or the URL of the other kind of page.
 */
export function slugsIn(text: string, kind: PageKind): readonly string[] {
  // Most texts: neither a URL nor padded nor encoded.
  if (text !== '' && isFoldedSlug(text)) return [text];
  if (pagePath.test(text)) {
    const slug = slugOfUrl(text, kind);
    return slug === undefined ? [] : [slug];
  }
  const slug = trimmed(text);
  const other = trimmed(decoded(slug));
  return [slug, ...(other === slug ? [] : [other])].filter((form) => form !== '');
}

/** Whether a slug is in its comparison form, as most are. */
export const isFoldedSlug = (slug: string): boolean => /^[a-z\d_-]*$/.test(slug);

/** A slug in its comparison form. */
export const slugKey = (slug: string): string => (isFoldedSlug(slug) ? slug : slug.normalize('NFC').toLowerCase());

/**
 * The slug of a bare slug or a page URL, in its comparison form. Undefined for a blank text and for the URL of the
 * other kind of page. For queries of an upstream that compares exactly, see `slugsIn`.
 *
 * @example
 * slugFrom('https://xnet.example/in/Chlo%C3%A9-M/', 'profile'); // 'chloé-m'
 * slugFrom('Chloé-M', 'profile'); // 'chloé-m'
 */
export function slugFrom(text: string, kind: PageKind): string | undefined {
  const [slug] = slugsIn(text, kind);
  return slug === undefined ? undefined : slugKey(slug);
}
