import { employersWithin, nameWords } from '../reading/names.ts';
import { pageFrom } from '../reading/page.ts';
import { read } from '../reading/read.ts';
import type { Row } from '../reading/row.ts';
import { uuidFrom } from '../reading/uuid.ts';
import { kindOfValue } from '../reading/value.ts';
import { isTitleWord, titleOf } from '../reading/vocabulary.ts';
import { websiteFrom } from '../reading/website.ts';
import { defined } from './conditions.ts';
import type { CompanyMatchRow, MatchRow } from './generated/documents.ts';
import { knownAs, type Names, named } from './meanings.ts';
import { Refused } from './refused.ts';

/** A person or company as a model names them: a text, or fields under any usual name. */
export type Given = unknown;

/** Members of an object that names a person or company, by the folded names that models write. */
const memberNames: Names = {
  ...named({ name: 'name', first: 'first', last: 'last', email: 'email', company: 'company', companyId: 'id' }),
  ...named({ website: 'website', url: 'url', slug: 'slug', id: 'id', title: 'title', place: 'place' }),
  ...{ text: 'text', person: 'name' },
};

/** Parts of a person's name; beside other arguments, `first` is the length of a page. */
const partsOfNames: Readonly<Record<string, string>> = { first: 'first', last: 'last', given: 'first', family: 'last' };

type Members = Readonly<Record<string, string>>;

/** The member that a folded name stands for; undefined for any other name. */
export const memberOf = (name: string): string | undefined => knownAs(name, (one) => memberNames[one]);

/** Members that say whether a person or a company is meant, and not which. */
const kindNames: ReadonlySet<string> = new Set(['type', 'kind', 'entity', 'entitytype', 'entity_type']);

/** The facts in what a model gives for a person or company. */
function factsIn(given: Given): Members {
  if (typeof given === 'string' || typeof given === 'number') return { text: String(given) };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Refused('A person or company must be a text or an object of fields.', 'Give a name, an id or a URL.');
  const facts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === '' || kindNames.has(name.toLowerCase())) continue;
    const member = memberOf(name) ?? partsOfNames[name.toLowerCase()] ?? memberBy(name, value, facts);
    if (member === undefined)
      throw new Refused(
        `${name}: is not a fact that a person or company is found by.`,
        'Give name, company, email, website, url, slug, id, title or place, or one text.',
      );
    // A company as an object within a person, or a person within a target.
    if (typeof value === 'object') {
      const { name: called, text, ...inner } = factsIn(value);
      const whole = called ?? text;
      Object.assign(facts, inner, whole === undefined ? {} : { [member]: whole });
    } else facts[member] = String(value);
  }
  return facts;
}

/** What a value of another name is, by its form; under a name of one or two letters, a name and then a company. */
function memberBy(name: string, value: unknown, facts: Members): string | undefined {
  const kind = kindOfValue(String(value));
  if (kind !== undefined) return kind === 'companyUrl' ? 'company' : kind;
  if (name.length > 2 || typeof value !== 'string') return undefined;
  return [facts.name, facts.first, facts.last].every((one) => one === undefined) ? 'name' : 'company';
}

/** What an object says that it names; undefined if it does not. */
export function kindIn(given: Given): 'company' | 'person' | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const [, kind] = Object.entries(given).find(([name]) => kindNames.has(name.toLowerCase())) ?? [];
  if (typeof kind !== 'string') return undefined;
  return /^(?:compan|firm|organi[sz]ation|account|employer)/i.test(kind) ? 'company' : 'person';
}

/** Whether an object names a company, and no person. */
export const isFirm = (given: Given): boolean => {
  if (typeof given !== 'object' || given === null) return false;
  const kind = kindIn(given);
  if (kind !== undefined) return kind === 'company';
  const members = Object.keys(given).map((name) => memberOf(name));
  return members.length > 0 && members.every((member) => member === 'company' || member === 'website');
};

/** What several entries are, where a model writes them as one text: one for each line. */
export const listed = (given: readonly Given[]): readonly Given[] =>
  given.flatMap((one): readonly Given[] => {
    if (typeof one !== 'string') return [one];
    const addresses = one.split(/[\s,;]+/).filter((part) => part !== '');
    if (addresses.length > 1 && addresses.every((part) => /^[^@]+@[^@]+$/.test(part))) return addresses;
    if (!/\n|;/.test(one.trim())) return [one];
    const { kind, rows, table } = read(one);
    if (kind === 'table' && table?.headings !== undefined)
      return rows.map(({ name, company, website, title, place, url, slug, emails }) => ({
        ...{ name, company, website, title, place, url, slug },
        ...(emails && { email: emails.join(', ') }),
      }));
    return one
      .split(/\n|;/)
      .map((line) => line.replace(/^\s*(?:[•*·–-]|\d+[.)])\s+/, '').trim())
      .filter((line) => line !== '');
  });

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** An id, also in braces or as a URN. */
const idIn = (text: string): string | undefined =>
  uuidFrom(
    text
      .trim()
      .replace(/^urn:uuid:/i, '')
      .replace(/^\{(.*)\}$/, '$1'),
  );

/** A row that names a person. */
export function personRow(given: Given): MatchRow {
  const { text, name, first, last, company, email, website, url, slug, id, title, place } = factsIn(given);
  const own: MatchRow = {
    ...(id !== undefined && identified(id)),
    ...(slug !== undefined && (pageFrom(slug) ? { xnetUrl: slug } : { xnetSlug: decoded(slug) })),
    ...defined({ xnetUrl: url, email, companyName: company, companyWebsite: website, title, place }),
  };
  const written = name ?? ([first, last].filter((part) => part !== undefined).join(' ') || text);
  return written === undefined ? own : { ...personIn(written), ...own };
}

/** An id that is none may be a slug or a name. */
const identified = (text: string): MatchRow => {
  const id = idIn(text);
  return id === undefined ? personIn(text) : { id };
};

function personIn(text: string): MatchRow {
  const id = idIn(text);
  if (id !== undefined) return { id };
  // “The CTO of Lumora”.
  const whole = decoded(text.trim()).replace(/^(?:the|an?|der|die|le|la|el)\s+(?=\S+\s)/i, '');
  if (pageFrom(whole)) return { xnetUrl: whole };
  // “CTO of Lumora” names nobody, but a title and an employer.
  const [, role = '', firm] = /^(.+?)\s+(?:of|at|@|bei|von|chez|de|en|in)\s+(\p{Lu}.*)$/u.exec(whole) ?? [];
  if (firm !== undefined && titleOf(role.split(/\s+/)) !== undefined && role.split(/\s+/).every(isTitleWord))
    return { title: role, companyName: firm };
  const [row, other, ...more] = read(whole).rows;
  const { url, slug, emails, name, company, website, title, place }: Partial<Row> = row ?? {};
  const facts: MatchRow = {
    ...defined({ xnetUrl: url, xnetSlug: slug, email: emails?.join(', '), fullName: name }),
    ...defined({ companyName: company, companyWebsite: website, title, place }),
  };
  // “Last, First (company)”.
  const [, last, first, within] = /^([^\s,()]+),\s*([^,()]+?)\s*\(([^()]+)\)$/.exec(whole) ?? [];
  if (last !== undefined && facts.email == null) return { fullName: `${first} ${last}`, companyName: within };
  // “Last, First”, of one word each, or “Name, company” on one line.
  if (/^[^\s,]+,\s*[^\s,]+$/.test(whole) && facts.companyName === undefined && facts.email == null)
    return { fullName: whole.split(/,\s*/).toReversed().join(' ') };
  if (facts.fullName && facts.companyName === undefined && more.length === 0 && other?.name !== undefined)
    return { ...facts, companyName: other.company ?? other.name };
  if (Object.keys(facts).length === 0) return { fullName: whole };
  // A single word may be a slug.
  if (facts.fullName === whole && !/\s/.test(whole)) return { xnetSlug: whole };
  return facts;
}

/** How a row may be read: its name may hold the employer's as well. */
export const readingsOf = (row: MatchRow): readonly [MatchRow, ...MatchRow[]] => [
  row,
  ...(row.companyName || row.companyWebsite ? [] : employersWithin(row.fullName ?? '')).map(({ name, company }) => ({
    ...row,
    fullName: name,
    companyName: company,
  })),
];

/** The name in a row, if it has one; a slug is one, too. */
export const nameIn = ({ fullName, xnetSlug }: MatchRow): string | undefined => {
  const name = fullName ?? xnetSlug?.replaceAll('-', ' ') ?? undefined;
  if (name === undefined) return undefined;
  const words = nameWords(name).join(' ');
  return words === '' ? name : words;
};

/** Whether a row says who is meant, and not only where people work, or as what. */
export const isNamed = ({ companyName: _, companyWebsite: __, title: ___, place: ____, ...rest }: MatchRow): boolean =>
  Object.keys(rest).length > 0;

/** A row that names a company. */
export function companyRow(given: Given): CompanyMatchRow {
  const { text, name, company, website, url, slug, id, email } = factsIn(given);
  const own: CompanyMatchRow = {
    ...(id !== undefined && (idIn(id) === undefined ? companyIn(id) : { id: idIn(id) })),
    ...(slug !== undefined && { xnetSlug: decoded(slug) }),
    ...(url !== undefined && (pageFrom(url) ? { xnetUrl: url } : { website: url })),
    ...defined({ website }),
    ...(email !== undefined && { website: email.slice(email.lastIndexOf('@') + 1) }),
  };
  const written = name ?? company ?? text;
  return written === undefined ? own : { ...companyIn(written), ...own };
}

function companyIn(text: string): CompanyMatchRow {
  const id = idIn(text);
  if (id !== undefined) return { id };
  const whole = decoded(text.trim());
  if (pageFrom(whole)) return { xnetUrl: whole };
  const looksLikeSite = !/\s/.test(whole) && /\.\p{L}{2,}/u.test(whole);
  if (looksLikeSite && websiteFrom(whole)) return { website: whole };
  if (/^[\p{Ll}\d]+(?:-[\p{Ll}\d]+)+$/u.test(whole)) return { xnetSlug: whole };
  return { name: whole };
}
