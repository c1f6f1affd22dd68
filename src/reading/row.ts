import { addressesIn } from './address.ts';
import type { Kind } from './headings.ts';
import { unpadded } from './padding.ts';
import type { Span } from './spans.ts';
import { formOf, hasForm, isEmpty } from './value.ts';

/** A cell of a table, or a part of a line, with its kind if known. */
export interface Cell {
  readonly text: string;
  readonly kind?: Kind | undefined;
}

/** A person or company, as described by a row of a table or an entry of a list. Members are as given. */
export interface Row {
  /** Number of its first line in the text, from 1. */
  readonly line: number;
  /** The row's text, as given. */
  readonly text: string;
  readonly cells: readonly Cell[];
  /** Undefined if the row does not show it, such as a name alone. */
  readonly about?: 'person' | 'company';
  readonly id?: string;
  /** The URL of a person's page. */
  readonly url?: string;
  readonly slug?: string;
  /** All addresses of a person, folded. */
  readonly emails?: readonly string[];
  /** A person's name; the only name of a row if `about` is undefined. */
  readonly name?: string;
  /** The name of a person's employer, or of the company that the row is about. */
  readonly company?: string;
  /** The URL of the company's page. */
  readonly companyUrl?: string;
  /** The company's website. */
  readonly website?: string;
  readonly title?: string;
  readonly place?: string;
  /** The date of a connection, as given: see `dateFrom`. */
  readonly connected?: string;
  /** For a sentence: parts that may be names. It has no other members. */
  readonly spans?: readonly Span[];
  /** Sentences about cells that do not match their column's kind. */
  readonly problems?: readonly string[];
}

/**
 * Combines cells into a row. Of several cells of a kind, the first non-empty valid one counts; all addresses do. First
 * and last name take precedence over a name.
 */
export function rowOf(cells: readonly Cell[], line: number, text: string, about?: Row['about']): Row {
  const problems: string[] = [];
  const given = (kind: Kind): readonly string[] =>
    cells.flatMap((cell) => {
      if (cell.kind !== kind || isEmpty(cell.text)) return [];
      // Such characters would have a whole list refused.
      const value = unpadded(cell.text.replaceAll('\0', '').toWellFormed());
      if (hasForm(kind, value)) return [value];
      problems.push(`“${value}” is not ${formOf(kind)}.`);
      return [];
    });
  const [id] = given('id');
  const [url] = given('url');
  const slug = given('slug')[0]?.replace(/^@/, '');
  const mails = given('email');
  const emails = [...new Set(mails.flatMap(addressesIn))];
  const [whole] = given('name');
  const both = [...given('first').slice(0, 1), ...given('last').slice(0, 1)].join(' ');
  const name = both || whole || nameBefore(mails[0]);
  const [company] = given('company');
  const [companyUrl] = given('companyUrl');
  const [website] = given('website');
  const [title] = given('title');
  const [place] = given('place');
  const [connected] = given('connected');
  const isPerson =
    url !== undefined || emails.length > 0 || both !== '' || title !== undefined || connected !== undefined;
  const isCompany =
    !isPerson && name === undefined && slug === undefined && (company ?? companyUrl ?? website) !== undefined;
  const of = about ?? (isPerson ? 'person' : isCompany ? 'company' : undefined);
  const named = of === 'company' ? { company: company ?? name } : { name, company };
  return compact({
    line,
    text,
    cells,
    about: of,
    id,
    url,
    slug,
    emails: emails.length > 0 ? emails : undefined,
    ...named,
    companyUrl,
    website,
    title,
    place,
    connected,
    problems: problems.length > 0 ? problems : undefined,
  });
}

/** Whether a row has anything that identifies a person or company. */
export const isNamed = ({ id, url, slug, emails, name, company, companyUrl, website }: Row): boolean =>
  [id, url, slug, emails, name, company, companyUrl, website].some((member) => member !== undefined);

/** The name in `Ada Moreau <ada@lumora.example>`. */
const nameBefore = (mail: string | undefined): string | undefined => {
  const [, name = ''] = /^([^<>]+)<[^<>]*>$/.exec(mail ?? '') ?? [];
  return name.replaceAll(/["“”]/g, '').trim() || undefined;
};

type Loose<Of> = { readonly [Name in keyof Of]: Of[Name] | undefined };

/** Removes undefined members. */
function compact(row: Loose<Row> & Pick<Row, 'line' | 'text' | 'cells'>): Row {
  const { line, text, cells, ...members } = row;
  return {
    line,
    text,
    cells,
    ...Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)),
  };
}
