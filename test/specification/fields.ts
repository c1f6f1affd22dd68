import type { TSchema } from 'typebox';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { createTeam } from '../../src/contract/operation/team.ts';
import { Company, Investor } from '../../src/contract/record/company.ts';
import { Education, Experience, Profile } from '../../src/contract/record/profile.ts';
import { Connection, Relationship, Source } from '../../src/contract/record/relationship.ts';
import { many, shape } from '../../src/contract/schema.ts';
import { V2Connection, V2Note } from '../../src/service/v2/contract/profile.ts';
import { readMembers, type Written } from './notation.ts';
import type { Unit } from './units.ts';

/** Where the specification lists members, and the contract's schema that has to list the same. */
export interface FieldList {
  readonly part: string;
  /** The sentence that holds the list, up to it; left out where the part's table is the list. */
  readonly after?: string;
  readonly schema: TSchema | undefined;
  /** The named element that this list defines. */
  readonly defines?: string;
}

const profile = 'Profile (v3 fetch result element)';
const company = 'Company (v3 fetch result element)';
const relationship = 'Relationship item (Relationships and Network Mapper results)';

export const fieldLists: readonly FieldList[] = [
  { part: profile, schema: Profile },
  { part: profile, after: 'Experience element:', schema: Experience, defines: 'Experience' },
  { part: profile, after: 'Education element:', schema: Education, defines: 'Education' },
  { part: company, schema: Company },
  { part: company, after: 'Investor element:', schema: Investor, defines: 'Investor' },
  { part: relationship, schema: Relationship },
  { part: relationship, after: 'Connection:', schema: Connection, defines: 'Connection' },
  { part: relationship, after: 'Source:', schema: Source, defines: 'Source' },
  {
    part: 'v2 field differences (deprecated)',
    after: 'v2 profile results may also contain',
    schema: shape('V2Additions', 'What only v2 tells beside a profile.', {
      connections: many(V2Connection, 'As in a profile.'),
      notes: many(V2Note, 'As in a profile.'),
    }),
  },
  { part: 'POST /v3/profiles/search (P)', schema: searchProfiles.request },
  { part: 'POST /v3/profiles/fetch (P)', schema: fetchProfiles.request },
  { part: 'POST /team/create-team (partner only)', schema: createTeam.request },
];

/** The members of `profile_info` and `company_info` stand below the record's table: they are read as its inside. */
const insides: Readonly<Record<string, string>> = {
  [profile]: 'profile_info fields:',
  [company]: 'company_info fields:',
};

/** A row of two or more cells as the notation has it: the names, then their type. */
function rowAsMembers(row: string): readonly Written[] {
  const [names = '', type = ''] = row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());
  const told = type.replace(/^object, see below$/, '').replace(/\}:.*$/, '}');
  return names.split(', ').flatMap((name) => readMembers(`${name} ${told}`));
}

const isRow = (text: string): boolean => text.startsWith('|');

/** The list as the specification writes it. */
export function writtenIn({ part, after }: FieldList, units: readonly Unit[]): readonly Written[] {
  const texts = units.filter((unit) => unit.part === part).map(({ text }) => text);
  if (after !== undefined) return readMembers(restOf(texts, after));
  const inside = insides[part];
  const border = inside === undefined ? -1 : texts.findIndex((text) => text.startsWith(inside));
  if (inside === undefined || border < 0) return texts.filter(isRow).flatMap(rowAsMembers);
  const record = texts.slice(0, border).filter(isRow).flatMap(rowAsMembers);
  const rows = texts.slice(border).filter(isRow);
  const members = rows.length > 0 ? rows.flatMap(rowAsMembers) : readMembers(restOf(texts, inside));
  return record.map((member) => (member.name === inside.split(' ')[0] ? { ...member, members } : member));
}

const restOf = (texts: readonly string[], start: string): string =>
  texts.find((text) => text.startsWith(start))?.slice(start.length) ?? '';

/** Whether a unit lists members of a record and nothing else, so that `fields.test.ts` is all there is to prove of it. */
export const isOnlyFields = ({ part, text }: Unit): boolean =>
  part in fieldsOnly && (isRow(text) || fieldsOnly[part]?.some((start) => text.startsWith(start)) === true);

const fieldsOnly: Readonly<Record<string, readonly string[]>> = {
  [profile]: ['profile_info fields:', 'Experience element:', 'Education element:'],
  [company]: ['company_info fields:', 'Investor element:'],
  [relationship]: ['Connection:', 'Source:'],
};
