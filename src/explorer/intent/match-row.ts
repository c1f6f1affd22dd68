import type { Row } from '../../reading/row.ts';
import type { CompanyMatchRow, MatchRow } from '../generated/documents.ts';

type Given<Input> = { [Member in keyof Input]: Exclude<Input[Member], null> | undefined };

const present = <Input extends object>(members: Given<Input>): Partial<Input> =>
  // Members that are undefined are left out; the others are the input's own.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Input>;

/** Hosts of mailboxes that tell no employer. */
const mailHosts =
  /^(?:g(?:oogle)?mail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|proton(?:mail)?|aol|mail|qq|163)\./i;

/** The host of an address, which is the employer's website as a rule. */
const hostOf = (address: string | undefined): string | undefined => {
  const host = address?.split('@')[1];
  return host === undefined || mailHosts.test(host) ? undefined : host;
};

/** A row that was read, as the graph matches people. */
export const personRowOf = (row: Row): MatchRow =>
  present<MatchRow>({
    id: row.id,
    xnetUrl: row.url,
    xnetSlug: row.slug,
    email: row.emails?.[0],
    fullName: row.name?.replace(/^([^,]+), *([^,]+)$/, '$2 $1'),
    companyName: row.company,
    companyWebsite: row.website ?? (row.name && row.company === undefined ? hostOf(row.emails?.[0]) : undefined),
    title: row.title,
    place: row.place,
    // A sentence has no other members.
    text: row.spans && row.text,
  });

/** A row that was read, as the graph matches companies. */
export const companyRowOf = (row: Row): CompanyMatchRow =>
  present<CompanyMatchRow>({
    id: row.id,
    xnetUrl: row.companyUrl,
    xnetSlug: row.about === 'company' ? row.slug : undefined,
    website: row.website,
    name: row.about === 'company' ? (row.company ?? row.name) : (row.name ?? row.company),
  });
