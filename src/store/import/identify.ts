import type { Kysely } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import { companyIdentifiers, profileIdentifiers } from '../../contract/identifier.ts';
import { slugKey } from '../../reading/page.ts';
import type { Database } from '../database.ts';
import { findNames, type Name } from '../record/names.ts';
import { recordId, uuidFrom } from '../record/uuid.ts';
import type { CompanyLine, ProfileLine } from './line.ts';

const slugNames = (slugs: readonly string[]): readonly Name[] =>
  slugs.map((slug) => ({ kind: 'xnet_name', key: slugKey(slug) }));

/** The record that a line is about. */
export interface Identity {
  /** Undefined if the line has neither an id nor a slug. */
  readonly id: string | undefined;
  /** A slug of the line that belongs to another record, in the store or on an earlier line. */
  readonly taken: string | undefined;
}

/**
 * Identifies the record of each line: by its own id, by the stored record with its slug, or by an id derived from its
 * slug, so that a line always refers to the same record.
 */
async function identify<Line extends { readonly id?: string | null }>(
  db: Kysely<Database>,
  kind: SearchableKind,
  lines: readonly Line[],
  innerId: (line: Line) => string | null | undefined,
  slugsOf: (line: Line) => readonly string[],
): Promise<readonly Identity[]> {
  const names = lines.map((line) => slugNames(slugsOf(line)));
  const stored = await findNames(db, kind, names.flat());
  const before = new Map<string, string>();
  return lines.map((line, at) => {
    const own = names[at] ?? [];
    const [first] = own;
    const id =
      recordId(line.id) ?? recordId(innerId(line)) ?? (first && (stored(...own) ?? uuidFrom(`${kind} ${first.key}`)));
    const taken = own.find((name) => (before.get(name.key) ?? stored(name) ?? id) !== id)?.key;
    if (id !== undefined) for (const { key } of own) before.set(key, id);
    return { id, taken };
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
