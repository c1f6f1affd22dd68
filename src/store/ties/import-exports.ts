import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import { firmWords, nameWords } from '../../reading/names.ts';
import type { Database } from '../database.ts';
import { employerSign, findForgotten, signsOf } from '../forget/forgotten.ts';
import { openSideFile } from '../import/side-file.ts';
import { findNames, slugNames } from '../record/names.ts';
import { normal } from '../record/normal.ts';
import { rowsAs } from '../record/rows.ts';
import { settle } from '../record/settle.ts';
import { uuidFrom } from '../record/uuid.ts';
import { writeProfiles } from '../record/write.ts';
import { putConnector } from '../team/connector.ts';
import { requireTeam } from '../team/team.ts';
import { isSameSite, readExport, type TieRow, type UnreadLine } from './export-rows.ts';
import { type Owner, putOwner } from './owner.ts';
import { markThin, type OnRecord, pageHosts, recordsWith, thinInfo } from './thin-record.ts';

/** An export file, and its owner `of`: a name, page, slug or id. */
export interface ExportFile {
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
  readonly of: string;
}

export interface ExportOptions {
  readonly team: string;
  /** Takes rows that have neither a page nor an address. Default: false. */
  readonly withNames?: boolean | undefined;
  /** Where lines that made no tie are noted as `{file, line, reason}`, one JSON object a line. */
  readonly rejectFile?: string | undefined;
  readonly onProgress?: ((progress: { readonly rows: number; readonly totalRows: number }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Queues the mapping of the connector, in the transaction that completes its ties. */
  readonly onConnector: (trx: Kysely<Database>, connectorId: string) => Promise<void>;
}

/**
 * Result of the import of one export. Each row is counted as `known`, `added`, `changed`, `forgotten` or `rejected`.
 */
export interface ExportSummary {
  readonly file: string;
  readonly of: string;
  /** The ids of the owner's record and of the connector; undefined if the export has no connection. */
  readonly profile: string | undefined;
  readonly connector: string | undefined;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  /** People whose records were not changed: full records, and thin ones with the same facts. */
  readonly known: number;
  readonly forgotten: number;
  readonly rejected: number;
  /** Number of ties in the export. */
  readonly ties: number;
  /** Number of ties of an earlier export that are missing from this one. */
  readonly ended: number;
}

/** Rows per transaction. The embedded store runs one at a time, so other transactions wait for a whole batch. */
const batchRows = 250;

/**
 * Imports exports of people's own connections: each row becomes a person, tied to the owner of the export within the
 * team. An owner's new export replaces the ties of the earlier one. Can be repeated, also after a crash.
 *
 * @throws {Refused} `not-found` for an unknown team, `invalid` for an invalid owner or file
 * @throws the system's error if a file cannot be read, the engine's if the store fails, the signal's reason
 */
export async function importExports(
  { db }: { readonly db: Kysely<Database> },
  files: readonly ExportFile[],
  options: ExportOptions,
): Promise<readonly ExportSummary[]> {
  await requireTeam(db, options.team);
  const exports = [];
  for (const file of files) exports.push({ file, ...readExport(await readFile(file.path), file.name, options) });
  const totalRows = exports.reduce((sum, { rows }) => sum + rows.length, 0);
  await using sideFile = await openSideFile(options.rejectFile, 0);
  const summaries: ExportSummary[] = [];
  let before = 0;
  for (const { file, rows, unread } of exports) {
    const done = await importOne(db, file, rows, {
      ...options,
      onProgress: ({ rows: some }) => options.onProgress?.({ rows: before + some, totalRows }),
    });
    before += rows.length;
    const rejected = [...unread, ...done.rejected].toSorted((one, other) => one.line - other.line);
    await sideFile.note(file.name, rejected);
    summaries.push({
      ...done,
      file: file.name,
      of: file.of,
      rows: rows.length + unread.length,
      rejected: rejected.length,
    });
  }
  if (summaries.some(({ added, changed }) => added + changed > 0)) await settle(db);
  return summaries;
}

type Done = Omit<ExportSummary, 'file' | 'of' | 'rows' | 'rejected'> & { readonly rejected: readonly UnreadLine[] };

async function importOne(
  db: Kysely<Database>,
  { of }: ExportFile,
  rows: readonly TieRow[],
  { team, onProgress, signal, onConnector }: ExportOptions,
): Promise<Done> {
  let done: Done = {
    profile: undefined,
    connector: undefined,
    added: 0,
    changed: 0,
    known: 0,
    forgotten: 0,
    rejected: [],
    ties: 0,
    ended: 0,
  };
  // A file without connections is probably the wrong one: it must not end the ties of the earlier export.
  if (rows.length === 0) return done;
  const owner = await db.transaction().execute((trx) => putOwner(trx, team, of));
  const tied = new Set<string>();
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows);
    const written = await db.transaction().execute((trx) => writeRows(trx, { team, owner }, batch));
    for (const id of written.tied) tied.add(id);
    done = {
      ...done,
      added: done.added + written.added,
      changed: done.changed + written.changed,
      known: done.known + written.known,
      forgotten: done.forgotten + written.forgotten,
      rejected: [...done.rejected, ...written.rejected],
    };
    onProgress?.({ rows: start + batch.length, totalRows: rows.length });
    signal?.throwIfAborted();
  }
  return db.transaction().execute(async (trx) => {
    const ended = await endTies(trx, { team, owner }, [...tied]);
    const connector = await putConnector(trx, { teamId: team, profileId: owner.id, slug: owner.slug });
    await onConnector(trx, connector);
    return { ...done, profile: owner.id, connector, ties: tied.size, ended };
  });
}

interface Tying {
  readonly team: string;
  readonly owner: Owner;
}

/** Deletes the owner's ties to people who are not in `ids`; their records stay. Returns the number of deleted ties. */
async function endTies(trx: Kysely<Database>, { team, owner }: Tying, ids: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from manual_tie where team_id = ${team} and owner_id = ${owner.id} and profile_id not in (
      select id from ${rowsAs(
        { id: 'uuid' },
        ids.map((id) => ({ id })),
      )})`.execute(trx);
  return Number(numAffectedRows);
}

interface WrittenRows extends Pick<ExportSummary, 'added' | 'changed' | 'known' | 'forgotten'> {
  readonly tied: readonly string[];
  readonly rejected: readonly UnreadLine[];
}

/** A row, and the id of the record that it describes. */
interface Person {
  readonly row: TieRow;
  readonly id: string;
}

async function writeRows(trx: Kysely<Database>, tying: Tying, rows: readonly TieRow[]): Promise<WrittenRows> {
  const people = await identify(trx, tying, rows);
  const records = await recordsWith(
    trx,
    people.map(({ id }) => id),
  );
  const signs = people.map(({ id, row }) => [
    ...signsOf(id, thinInfo(row)),
    // Who is on record under the page is a namesake of whoever was forgotten.
    ...(records.get(id)?.isThin === false ? [] : employerSign(row.name, row.company)),
  ]);
  const isForgotten = await findForgotten(trx, () => signs.flat());
  const kept = people.filter((_, at) => !isForgotten(signs[at] ?? []));
  const rejected: UnreadLine[] = [];
  const drafts = new Map<string, ProfileInfo>();
  const tied = new Map<string, string | null>();
  for (const { id, row } of kept) {
    const record = records.get(id);
    const other = record && otherSite(record, row);
    if (other !== undefined) {
      rejected.push({ line: row.line, reason: `Its slug is that of somebody with a page on ${other}.` });
      continue;
    }
    tied.set(id, row.connectedOn ?? tied.get(id) ?? null);
    if (record === undefined || record.isThin) drafts.set(id, thinInfo(row, drafts.get(id) ?? record?.info));
    // Indexing is expensive, and most rows of a newer export are unchanged: only changed records are written.
    const draft = drafts.get(id);
    if (record && draft && isDeepStrictEqual(normal(draft), record.info)) drafts.delete(id);
  }
  tied.delete(tying.owner.id);
  const written = await writeProfiles(
    trx,
    [...drafts].map(([id, profile_info]) => ({ id, profile_info })),
  );
  await markThin(trx, [...written.added, ...written.changed]);
  await putTies(trx, tying, tied);
  const { length: added } = written.added;
  const { length: changed } = written.changed;
  const forgotten = people.length - kept.length;
  return {
    added,
    changed,
    forgotten,
    known: rows.length - added - changed - forgotten - rejected.length,
    rejected,
    tied: [...tied.keys()],
  };
}

/**
 * Ids of the rows' records. Only the page joins a row to a record of another source. Without a page, the id is derived
 * from address and name, or from the name within this export.
 */
async function identify(
  trx: Kysely<Database>,
  { team, owner }: Tying,
  rows: readonly TieRow[],
): Promise<readonly Person[]> {
  const names = rows.map(({ page }) => (page ? slugNames(page.slug, 'profile') : []));
  const holder = await findNames(trx, 'profile', names.flat());
  return rows.map((row, at) => {
    const own = names[at] ?? [];
    const [first] = own;
    const name = nameWords(row.name ?? '')
      .toSorted()
      .join(' ');
    if (first !== undefined) return { row, id: holder(...own) ?? uuidFrom(`profile ${first.key}`) };
    const [address] = row.addresses;
    if (address !== undefined) return { row, id: uuidFrom(`person ${address} ${name}`) };
    return { row, id: uuidFrom(`person ${team} ${owner.id} ${name} ${firmWords(row.company ?? '').join(' ')}`) };
  });
}

/** The host of a record's page, if that is on another site than the row's page: then they are different people. */
function otherSite({ info }: OnRecord, { page }: TieRow): string | undefined {
  const host = page?.host;
  const hosts = pageHosts(info);
  return host === undefined || hosts.some((one) => isSameSite(one, host)) ? undefined : hosts[0];
}

async function putTies(
  trx: Kysely<Database>,
  { team, owner }: Tying,
  tied: ReadonlyMap<string, string | null>,
): Promise<void> {
  const columns = { profile_id: 'uuid', connected_on: 'text' };
  const rows = [...tied].map(([profile_id, connected_on]) => ({ profile_id, connected_on }));
  await sql`insert into manual_tie as old (team_id, owner_id, profile_id, connected_on)
    select ${team}::uuid, ${owner.id}::uuid, profile_id, connected_on from ${rowsAs(columns, rows)} order by profile_id
    on conflict (team_id, owner_id, profile_id) do update set connected_on = excluded.connected_on
      where old.connected_on is distinct from excluded.connected_on`.execute(trx);
}
