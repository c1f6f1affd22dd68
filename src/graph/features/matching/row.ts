import { addressesIn, employerHost, untagged } from '../../../reading/address.ts';
import { foldAccents } from '../../../reading/fold-accents.ts';
import { employersWithin, firmWords, nameWords } from '../../../reading/names.ts';
import { trimmed, unpadded } from '../../../reading/padding.ts';
import { type PageKind, pageFrom, slugKey, slugsIn } from '../../../reading/page.ts';
import { uuidFrom } from '../../../reading/uuid.ts';
import { type Website, websiteFrom } from '../../../reading/website.ts';

/** A row as it was given: any of its members may identify the record. */
export interface GivenRow {
  readonly id?: string | null | undefined;
  readonly xnetSlug?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
  /** One e-mail address, or several. */
  readonly email?: string | null | undefined;
  /** A person's full name, or a company's. */
  readonly name?: string | null | undefined;
  /** The name of a person's employer. */
  readonly companyName?: string | null | undefined;
  /** A company's website, or that of a person's employer. */
  readonly website?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly place?: string | null | undefined;
}

/** A row, folded for comparison with records. */
export interface Row {
  /** Its index in the list. */
  readonly at: number;
  readonly id: string | undefined;
  /** In the forms of a query, by preference; `slugKeys` has the forms for comparison. */
  readonly slugs: readonly string[];
  readonly slugKeys: readonly string[];
  /** The page's URL, as given and without final slashes. */
  readonly urls: readonly string[];
  /** The host of the page, if the slug is from a URL whose host is not the provider's: the slug is then weak. */
  readonly otherHost: string | undefined;
  readonly emails: readonly string[];
  /** Its addresses without their tags, if they have any: those of the same mailbox, as a rule. */
  readonly mailboxes: readonly string[];
  /** The addresses and mailboxes, and what was given if it is one address, since records may hold it so. */
  readonly addresses: readonly string[];
  /** As given, in single spaces. */
  readonly name: string | undefined;
  /** The folded words: of a person's name, or of a firm's. */
  readonly nameWords: readonly string[];
  /** The employer's name, as given. */
  readonly firm: string | undefined;
  readonly firmWords: readonly string[];
  readonly website: Website | undefined;
  /** The website as it was given. */
  readonly site: string | undefined;
  /** The host of an address, which usually is the employer's website. */
  readonly mailHost: string | undefined;
  readonly titleWords: readonly string[];
  readonly place: string | undefined;
  /** Sentences about members that are invalid. */
  readonly problems: readonly string[];
}

const textIn = (value: string | null | undefined): string | undefined =>
  unpadded(value ?? '').replaceAll(/\s+/g, ' ') || undefined;

/** Reads a row. An invalid member is left out and reported in `problems`. */
export function readRow(
  kind: PageKind,
  given: GivenRow,
  at: number,
  isProvider: (host: string) => boolean = () => true,
): Row {
  const problems: string[] = [];
  const id = textIn(given.id);
  const uuid = id === undefined ? undefined : uuidFrom(id);
  if (id !== undefined && uuid === undefined) problems.push('`id` is not a uuid.');
  // A company's page may be in the column of websites.
  const asSite = kind === 'company' && given.website ? pageFrom(given.website) : undefined;
  const isPage = asSite?.kind === 'company' && asSite.host !== undefined && isProvider(asSite.host);
  const slug = slugOf(kind, isPage && !given.xnetUrl ? { ...given, xnetUrl: given.website } : given, problems);
  const isOther = slug.host !== undefined && !isProvider(slug.host);
  const address = textIn(given.email);
  const emails = address === undefined ? [] : addressesIn(address);
  const mailboxes = emails.map(untagged).filter((one) => !emails.includes(one));
  if (address !== undefined && emails.length === 0) problems.push('`email` is not an e-mail address.');
  const name = textIn(given.name);
  const wordsOf = kind === 'profile' ? nameWords : firmWords;
  const siteGiven = textIn(given.website) ?? (kind === 'company' && isOther ? textIn(given.xnetUrl) : undefined);
  const firmGiven = textIn(given.companyName);
  // People type a name where a website is asked for, and the other way round.
  const site = [siteGiven, firmGiven].find((text) => text !== undefined && websiteFrom(text) !== undefined);
  const firm = [firmGiven, siteGiven].find((text) => text !== undefined && websiteFrom(text) === undefined);
  if (kind === 'company' && siteGiven !== undefined && site === undefined)
    problems.push('The website has no host with a dot.');
  return {
    at,
    id: uuid,
    slugs: slug.slugs,
    slugKeys: slug.slugKeys,
    urls: slug.urls,
    otherHost: isOther ? slug.host : undefined,
    emails,
    mailboxes,
    addresses: [
      ...new Set([...emails, ...(emails.length === 1 && address !== undefined ? [address] : []), ...mailboxes]),
    ],
    name,
    nameWords: name === undefined ? [] : wordsOf(name),
    firm,
    firmWords: firm === undefined ? [] : firmWords(firm),
    website: site === undefined ? undefined : websiteFrom(site),
    site,
    mailHost: emails.flatMap((email) => employerHost(email) ?? [])[0],
    titleWords: titleWords(textIn(given.title) ?? ''),
    place: textIn(given.place),
    problems,
  };
}

/** Other readings of a row whose name may hold the employer's as well; none if the row says more. */
export const otherReadings = (given: GivenRow, row: Row): readonly Row[] =>
  row.name === undefined || row.firm !== undefined || row.site !== undefined || hasStrongKey(row)
    ? []
    : employersWithin(row.name).map(({ name, company }) =>
        readRow('profile', { ...given, name, companyName: company }, row.at),
      );

export const hasStrongKey = ({ id, slugs, emails }: Row): boolean =>
  id !== undefined || slugs.length > 0 || emails.length > 0;

/** The slug of a row, and the host of the URL that it is from. A URL may be given as a slug, and the other way round. */
function slugOf(
  kind: PageKind,
  { xnetSlug, xnetUrl }: GivenRow,
  problems: string[],
): Pick<Row, 'slugs' | 'slugKeys' | 'urls'> & { readonly host: string | undefined } {
  for (const [member, value] of [
    ['xnetUrl', xnetUrl],
    ['xnetSlug', xnetSlug],
  ] as const) {
    const text = textIn(value);
    if (text === undefined) continue;
    const page = pageFrom(text);
    // A word alone is no URL, though it may be a slug in the column of URLs.
    const slugs = page || member === 'xnetSlug' || !/[/.:\s]/.test(text) ? slugsIn(text, kind) : [];
    if (slugs.length > 0)
      return {
        slugs,
        slugKeys: slugs.map(slugKey),
        urls: page ? [...new Set([text, trimmed(text)])] : [],
        host: page?.host,
      };
    const record = kind === 'profile' ? 'person' : 'company';
    problems.push(
      member === 'xnetUrl'
        ? `\`xnetUrl\` is not the URL of a ${record}’s page.`
        : `\`xnetSlug\` names a page that is not a ${record}’s.`,
    );
  }
  return { slugs: [], slugKeys: [], urls: [], host: undefined };
}

/** Abbreviations in job titles, each with what it stands for. */
const abbreviations: Readonly<Record<string, string>> = {
  vp: 'vice president',
  svp: 'senior vice president',
  evp: 'executive vice president',
  ceo: 'chief executive',
  cto: 'chief technology',
  cfo: 'chief financial',
  coo: 'chief operating',
  cmo: 'chief marketing',
  cpo: 'chief product',
  sr: 'senior',
  jr: 'junior',
  eng: 'engineering',
  engineer: 'engineering',
  mgr: 'manager',
  dir: 'director',
  md: 'managing director',
  swe: 'software engineering',
  pm: 'product manager',
  hr: 'human resources',
};
const insignificant: ReadonlySet<string> = new Set(['of', 'the', 'and', 'at', 'for', 'in', 'officer']);

/** The words of a job title, folded, without abbreviations. */
export const titleWords = (title: string): readonly string[] =>
  (title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map(foldAccents)
    .flatMap((word) => (abbreviations[word] ?? word).split(' '))
    .filter((word) => !insignificant.has(word));

/** The kinds of identifiers that rows are matched by. */
export type MatchKey =
  | 'ID'
  | 'XNET_SLUG'
  | 'EMAIL'
  | 'WEBSITE'
  | 'NAME_AND_WEBSITE'
  | 'NAME_AND_EMPLOYER'
  | 'NAME_AND_TITLE'
  | 'NAME_AND_PLACE'
  | 'NAME';
