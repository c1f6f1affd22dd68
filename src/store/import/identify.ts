import type { Kysely } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import { companyIdentifiers, profileIdentifiers, slugKey } from '../../contract/identifier.ts';
import type { Database } from '../database.ts';
import { findNames, type Name } from '../record/names.ts';
import { recordId, uuidFrom } from '../record/uuid.ts';
import type { CompanyLine, ProfileLine } from './line.ts';

const slugNames = (slugs: readonly string[]): readonly Name[] =>
  slugs.map((slug) => ({ kind: 'xnet_name', key: slugKey(slug) }));

/**
 * The id of each record: its own, or that of the stored record with its slug, or one that follows from its slug, so
 * that the same line always means the same record. Undefined where a line has neither id nor slug.
 */
async function identify<Line extends { readonly id?: string | null }>(
  db: Kysely<Database>,
  kind: SearchableKind,
  lines: readonly Line[],
  innerId: (line: Line) => string | null | undefined,
  slugsOf: (line: Line) => readonly string[],
): Promise<readonly (string | undefined)[]> {
  const given = lines.map((line) => recordId(line.id) ?? recordId(innerId(line)));
  const names = lines.map((line, at) => (given[at] === undefined ? slugNames(slugsOf(line)) : []));
  const stored = await findNames(db, kind, names.flat());
  return given.map((id, at) => {
    const [first] = names[at] ?? [];
    if (id !== undefined || first === undefined) return id;
    return stored(...(names[at] ?? [])) ?? uuidFrom(`${kind} ${first.key}`);
  });
}

export const identifyProfiles = (db: Kysely<Database>, lines: readonly ProfileLine[]) =>
  identify(
    db,
    'profile',
    lines,
    (line) => line.profile_info.id,
    (line) => profileIdentifiers(line).xnet_names,
  );

export const identifyCompanies = (db: Kysely<Database>, lines: readonly CompanyLine[]) =>
  identify(
    db,
    'company',
    lines,
    (line) => line.company_info.id,
    (line) => companyIdentifiers(line).xnet_names,
  );
