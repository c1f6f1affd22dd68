import { open, rename, rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { requireTeam } from '../team/team.ts';
import { type ExportKind, exportKinds, pagesOf, readers } from './pages.ts';

export interface ExportOptions {
  /** Only this team's lists, tags and notes, without its id; default: all teams', each with its id. */
  readonly team?: string | undefined;
  /** Default: all kinds. */
  readonly kinds?: readonly ExportKind[] | undefined;
  readonly onProgress?: ((progress: { readonly kind: ExportKind; readonly lines: number }) => void) | undefined;
}

export type ExportSummary = Readonly<Partial<Record<ExportKind, number>>>;

/**
 * Exports the store to one file that `importFiles` reads; the file appears complete when this resolves. Concurrent
 * writes may be missing. Returns the number of lines per kind.
 *
 * @throws {Refused} `not-found` for an unknown team
 * @throws the system's error if the file cannot be written
 */
export async function exportFile(
  { db }: { readonly db: Kysely<Database> },
  path: string,
  { team, kinds = exportKinds, onProgress = () => {} }: ExportOptions = {},
): Promise<ExportSummary> {
  if (team !== undefined) await requireTeam(db, team);
  const read = readers(db, team);
  const summary: Partial<Record<ExportKind, number>> = {};
  const draft = `${path}.part`;
  // Exports contain personal data, so only the owner may read the file.
  const file = await open(draft, 'w', 0o600);
  try {
    for (const kind of exportKinds.filter((one) => kinds.includes(one))) {
      let lines = 0;
      for await (const page of pagesOf(read[kind])) {
        await file.appendFile(`${page.join('\n')}\n`);
        lines += page.length;
        onProgress({ kind, lines });
      }
      summary[kind] = lines;
    }
    await file.close();
    await rename(draft, path);
    return summary;
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
}
