import { type Kysely, sql } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import { slugKey, slugOf } from '../../contract/identifier.ts';
import type { Database } from '../database.ts';
import { findNames, type Name } from '../record/names.ts';
import { recordId } from '../record/uuid.ts';
import type { ImportLine } from './line.ts';

/** The id of what a line names; undefined where nothing has that id, slug or URL. */
type Resolve = (reference: string) => string | undefined;

async function existing(db: Kysely<Database>, table: SearchableKind | 'team', ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await db.selectFrom(table).select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
  return new Set(rows.map(({ id }) => id));
}

const slugName = (reference: string): Name => ({ kind: 'xnet_name', key: slugKey(slugOf(reference)) });

/** Looks up records that lines name by id, slug or URL, all in at most two statements. */
async function resolveRecords(
  db: Kysely<Database>,
  kind: SearchableKind,
  references: readonly string[],
): Promise<Resolve> {
  const ids = await existing(
    db,
    kind,
    references.flatMap((reference) => recordId(reference) ?? []),
  );
  const named = await findNames(db, kind, references.filter((reference) => !recordId(reference)).map(slugName));
  return (reference) => {
    const id = recordId(reference);
    if (id === undefined) return named(slugName(reference));
    return ids.has(id) ? id : undefined;
  };
}

/** What the lines of a batch name. */
export interface References {
  readonly profile: Resolve;
  readonly company: Resolve;
  /** The team of a line, which may be the one that the whole import is for. */
  readonly team: (sent: string | null | undefined) => string | undefined;
}

function namedBy(line: ImportLine): {
  readonly profiles?: readonly string[];
  readonly companies?: readonly string[];
  readonly team?: string | null | undefined;
} {
  switch (line.kind) {
    case 'connection':
      return { profiles: [line.line.connection.from, line.line.connection.to] };
    case 'list':
      return { profiles: [line.line.list.profile], team: line.line.list.team };
    case 'note':
      return { profiles: [line.line.note.profile], team: line.line.note.team };
    case 'tag': {
      const { profile, company, team } = line.line.tag;
      return {
        profiles: profile === undefined ? [] : [profile],
        companies: company === undefined ? [] : [company],
        team,
      };
    }
    default:
      return {};
  }
}

/** Looks up all that these lines name, in at most five statements. */
export async function resolveReferences(
  db: Kysely<Database>,
  lines: readonly ImportLine[],
  ownTeam: string | undefined,
): Promise<References> {
  const named = lines.map(namedBy);
  const teams = await existing(
    db,
    'team',
    named.flatMap(({ team }) => team?.toLowerCase() ?? []),
  );
  return {
    profile: await resolveRecords(
      db,
      'profile',
      named.flatMap(({ profiles = [] }) => profiles),
    ),
    company: await resolveRecords(
      db,
      'company',
      named.flatMap(({ companies = [] }) => companies),
    ),
    team: (sent) => (sent && !teams.has(sent.toLowerCase()) ? undefined : (sent?.toLowerCase() ?? ownTeam)),
  };
}
