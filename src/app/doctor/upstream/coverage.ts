import { catalogues, type SearchableKind } from '../../../contract/catalogue.ts';
import { searchCompanies } from '../../../contract/operation/companies.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import type { Examination } from './checks.ts';

/** Queries in the interface's own language that select the records to count; undefined for all of a kind. */
export interface Segment {
  readonly profiles?: unknown;
  readonly companies?: unknown;
}

const operations = { profile: searchProfiles, company: searchCompanies } as const;

/** Counts the records of a segment that have each field: one free call per field. */
export async function checkCoverage({ caller, found, row }: Examination, segment: Segment): Promise<void> {
  for (const kind of ['profile', 'company'] as const) {
    const within = kind === 'profile' ? segment.profiles : segment.companies;
    const total = await count(kind, within ?? { match_all: {} });
    if (total === undefined) {
      row(`fields of ${kind}`, 'the query was refused', 'Check the query of --where.', 'problem');
      continue;
    }
    for (const { path, nestedIn } of catalogues[kind].fields.values()) {
      const exists = { exists: { field: path } };
      const field = nestedIn === undefined ? exists : { nested: { path: nestedIn, query: exists } };
      const filled = await count(kind, within === undefined ? field : { bool: { filter: [within, field] } });
      const isUnindexed = filled === undefined || (filled === 0 && total > 0);
      if (isUnindexed && within === undefined && !found.unindexed.includes(path)) found.unindexed.push(path);
      if (filled !== undefined) found.fields[path] = { filled, of: total };
      row(
        path.replace(/^\w+_info\./, ''),
        filled === undefined ? 'not searchable' : `${percent(filled, total)} (${filled} of ${total})`,
        filled === undefined
          ? 'A filter by it is refused.'
          : isUnindexed
            ? 'No record has it, or the service does not search it: a filter by it can’t be trusted.'
            : '',
        isUnindexed ? 'warning' : 'ok',
      );
    }
  }

  async function count(kind: SearchableKind, query: unknown): Promise<number | undefined> {
    const { status, body } = await caller.call(operations[kind], { query, limit: 1 });
    const total = Number(body.total_count ?? Number.NaN);
    return status < 300 && Number.isSafeInteger(total) ? total : undefined;
  }
}

const percent = (part: number, of: number): string => (of === 0 ? 'none' : `${Math.round((100 * part) / of)} %`);
