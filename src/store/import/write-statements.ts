import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { insertRows } from '../record/rows.ts';
import { putListEntries } from '../team/list.ts';
import { putNotes } from '../team/note.ts';
import { putTags } from '../team/tag.ts';
import type { LineOf } from './line.ts';
import { type Outcome, outcomeOf, take } from './outcome.ts';
import type { Problem } from './parse-line.ts';
import type { References } from './reference.ts';

/** Writes lines that refer to records; a line whose record is unknown is rejected. */

const unknown = (path: string, what: string, sent: string): Problem => ({
  problem: `${path}: must name a ${what} by id, slug or URL, but no ${what} has ${JSON.stringify(sent)}`,
});

function teamProblem(path: string, sent: string | null | undefined): Problem {
  const got = sent ? `no team has ${JSON.stringify(sent)}` : 'is missing';
  return { problem: `${path}: must be a team’s id unless --team gives one, but ${got}` };
}

export async function writeConnectionLines(
  trx: Kysely<Database>,
  lines: readonly LineOf<'connection'>[],
  { profile }: References,
): Promise<Outcome> {
  const { rows, rejected } = take(lines, ({ line: { connection } }) => {
    const from = profile(connection.from);
    const to = profile(connection.to);
    if (from === undefined) return unknown('connection.from', 'profile', connection.from);
    if (to === undefined) return unknown('connection.to', 'profile', connection.to);
    if (from === to) return { problem: 'connection.to: must be somebody other than connection.from, but is the same' };
    return { from_id: from, to_id: to };
  });
  await insertRows(trx, 'direct_connection', { from_id: 'uuid', to_id: 'uuid' }, rows);
  return outcomeOf({ connections: rows.length }, rejected);
}

export async function writeListLines(
  trx: Kysely<Database>,
  lines: readonly LineOf<'list'>[],
  { profile, team }: References,
): Promise<Outcome> {
  const { rows, rejected } = take(lines, ({ line: { list } }) => {
    const teamId = team(list.team);
    const profileId = profile(list.profile);
    if (teamId === undefined) return teamProblem('list.team', list.team);
    if (profileId === undefined) return unknown('list.profile', 'profile', list.profile);
    return { teamId, name: list.name, profileId, status: list.status ?? undefined };
  });
  await putListEntries(trx, rows);
  return outcomeOf({ lists: rows.length }, rejected);
}

export async function writeTagLines(
  trx: Kysely<Database>,
  lines: readonly LineOf<'tag'>[],
  { profile, company, team }: References,
): Promise<Outcome> {
  const { rows, rejected } = take(lines, ({ line: { tag } }) => {
    const teamId = team(tag.team);
    if (teamId === undefined) return teamProblem('tag.team', tag.team);
    const kind = tag.company === undefined ? 'profile' : 'company';
    const sent = tag.company ?? tag.profile ?? '';
    const recordId = kind === 'profile' ? profile(sent) : company(sent);
    if (recordId === undefined) return unknown(`tag.${kind}`, kind, sent);
    return { kind, teamId, name: tag.name, recordId };
  });
  for (const kind of ['profile', 'company'] as const) {
    await putTags(
      trx,
      kind,
      rows.filter((row) => row.kind === kind),
    );
  }
  return outcomeOf({ tags: rows.length }, rejected);
}

export async function writeNoteLines(
  trx: Kysely<Database>,
  lines: readonly LineOf<'note'>[],
  { profile, team }: References,
): Promise<Outcome> {
  const { rows, rejected } = take(lines, ({ line: { note } }) => {
    const teamId = team(note.team);
    const profileId = profile(note.profile);
    if (teamId === undefined) return teamProblem('note.team', note.team);
    if (profileId === undefined) return unknown('note.profile', 'profile', note.profile);
    return { id: note.id ?? undefined, teamId, profileId, content: note.content, isPrivate: note.is_private ?? false };
  });
  await putNotes(trx, rows);
  return outcomeOf({ notes: rows.length }, rejected);
}
