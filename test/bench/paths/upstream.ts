/** A record's uuid by its number. */
const uuid = (kind: string, number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** What is read of a request. */
interface Asked {
  readonly query?: unknown;
  readonly ids?: readonly string[];
  readonly limit?: number;
}

/** Connectors who know each person of the network. */
const connectors = 5;

/**
 * The answer of an upstream whose network has so many people: every career has three employers, each of which a
 * tenth of the network shared, more than a page of ids holds. Nobody is known directly.
 */
export function answerOf(path: string, { query, ids = [], limit = 100 }: Asked, people: number): object {
  if (path === '/v3/profiles/fetch') return { results: ids.map(recordOf), not_found: [] };
  if (path === '/v3/relationships') {
    const items = idsIn(query).flatMap((id) => (id.startsWith('b') ? [relationshipOf(id)] : []));
    return { items, count: items.length, total_count: items.length };
  }
  const total = totalOf(query, people);
  return { ids: Array.from({ length: Math.min(limit, total) }, (_, at) => uuid('b', at)), total_count: total };
}

/** The uuids of a query by ids. */
const idsIn = (query: unknown): readonly string[] => JSON.stringify(query).match(/[ab]{8}-[0-9a-f-]{27}/g) ?? [];

/** Of those who were at an employer, few were there for years. */
function totalOf(query: unknown, people: number): number {
  const text = JSON.stringify(query);
  if (!text.includes('profile_info.experience')) return 0;
  return text.includes('minimum_should_match":3') ? 50 : people / 10;
}

const recordOf = (id: string) => ({
  id,
  found_by: { ids: [id] },
  profile_info: {
    id,
    full_name: 'A Target',
    experience: [2020, 2014, 2008].map((year, at) => ({
      company_id: uuid('c', at),
      company: { id: uuid('c', at), name: `Company ${at}` },
      function: 'Engineering',
      is_current: at === 0,
      start_date: `${year}-01-01`,
      ...(at > 0 && { end_date: `${year + 5}-12-31` }),
    })),
  },
});

const relationshipOf = (id: string) => ({
  profile: {
    id,
    full_name: `Person ${id.slice(-4)}`,
    current_title: 'Engineer',
    current_company_name: 'Company 0',
  },
  connections: Array.from({ length: connectors }, (_, connector) => ({
    connector_id: uuid('d', connector),
    connector_name: `Connector ${connector}`,
    connection_strength: 0.9,
    sources: [
      {
        origin: 'work_overlap',
        shared_company: 'Company 7',
        shared_company_id: uuid('c', 7),
        overlap_start_date: '2015-01-01',
        overlap_end_date: '2019-01-01',
        overlap_duration_months: 48,
      },
    ],
  })),
});
