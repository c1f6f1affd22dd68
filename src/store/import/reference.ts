import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { existing, type Resolve, resolveRecords } from '../record/resolve.ts';
import type { ImportLine } from './line.ts';

/** Resolves the references of a batch's lines. */
export interface References {
  readonly profile: Resolve;
  readonly company: Resolve;
  /** The team of a line, or else of the import. */
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

/** Looks up all references of these lines, in at most five statements. */
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
