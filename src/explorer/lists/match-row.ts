import type { Row } from '../../reading/row.ts';
import type { CompanyMatchRow, MatchRow } from '../generated/documents.ts';

type Given<Input> = { [Member in keyof Input]: Exclude<Input[Member], null> | undefined };

const present = <Input extends object>(members: Given<Input>): Partial<Input> =>
  // Omits undefined members; the others are members of the input type.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Input>;

/** Converts a row of the reader to the input of `matchPeople`. */
export const personRowOf = (row: Row): MatchRow =>
  present<MatchRow>({
    id: row.id,
    xnetUrl: row.url,
    xnetSlug: row.slug,
    email: row.emails?.join(', '),
    fullName: row.name?.replace(/^([^,]+), *([^,]+)$/, '$2 $1'),
    companyName: row.company,
    companyWebsite: row.website,
    title: row.title,
    place: row.place,
    // Only a sentence has spans.
    text: row.spans && row.text,
  });

/** Converts a row of the reader to the input of `matchCompanies`. */
export const companyRowOf = (row: Row): CompanyMatchRow =>
  present<CompanyMatchRow>({
    id: row.id,
    xnetUrl: row.companyUrl,
    xnetSlug: row.about === 'company' ? row.slug : undefined,
    website: row.website,
    name: row.about === 'company' ? (row.company ?? row.name) : (row.name ?? row.company),
  });
