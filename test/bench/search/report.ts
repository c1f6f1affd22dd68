import { coldNetwork, counts, type Figures, selective, warmNetwork } from './measure.ts';

/** What was measured with so many people in the store. */
export interface Size {
  readonly profiles: number;
  readonly network: number;
  /** By engine. */
  readonly columns: ReadonlyMap<string, Figures>;
  readonly loads: readonly string[];
  /** Of a profile in an index's primaries; undefined where none was built. */
  readonly indexBytes: number | undefined;
  /** Profiles a second that one process brought into an index, the last one; undefined where none was built. */
  readonly indexRate: number | undefined;
  /** Of a profile in PostgreSQL: for search alone, and for all the rest. */
  readonly storeBytes: { readonly search: number; readonly rest: number };
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

export function sizeReport({ profiles, network, columns, loads, storeBytes }: Size): string {
  const names = [...(columns.values().next().value?.keys() ?? [])];
  const rows = names.map((name) => [name, ...[...columns.values()].map((of) => of.get(name)?.toFixed(1) ?? '')]);
  return [
    `\n${profiles} people, a network of ${network}; milliseconds, p50\n`,
    table(['search', ...columns.keys()], rows),
    `\nLoad: ${loads.join('; ') || 'none'}.`,
    `PostgreSQL: ${Math.round(storeBytes.search)} bytes a profile for search alone, ${Math.round(storeBytes.rest)} for the rest.`,
  ].join('\n');
}

/** How exact counts grow from the smallest store to the largest. */
export function growthReport(smallest: Size, largest: Size): string {
  const engines = [...largest.columns.keys()].filter((engine) => smallest.columns.has(engine));
  const growth = (engine: string, name: string) =>
    (largest.columns.get(engine)?.get(name) ?? 0) / (smallest.columns.get(engine)?.get(name) ?? 0);
  return [
    `\nFrom ${smallest.profiles} to ${largest.profiles} people, times as long\n`,
    table(
      ['search', ...engines],
      counts.map((name) => [name, ...engines.map((engine) => growth(engine, name).toFixed(2))]),
    ),
  ].join('\n');
}

const goals = [
  ...selective.map((name) => ({ name, most: 25 })),
  { name: coldNetwork, most: 300 },
  { name: warmNetwork, most: 60 },
];

export function goalReport({ columns }: Size): string {
  const engines = [...columns].filter(([engine]) => engine !== 'PostgreSQL');
  const rows = goals.map(({ name, most }) => [
    name,
    `${most} ms`,
    ...engines.map(([, of]) => {
      const spent = of.get(name) ?? Number.NaN;
      return `${spent.toFixed(1)}, ${spent <= most ? 'met' : 'missed'}`;
    }),
  ]);
  return `\nGoals, on a quiet machine\n\n${table(['search', 'at most', ...engines.map(([engine]) => engine)], rows)}`;
}

/** What fits on one shard, and on one node, with ease. */
const shardBytes = 30e9;
const nodeBytes = 300e9;

/** From measured bytes and rates to stores that no one machine holds. */
export function extrapolation({ profiles, indexBytes, indexRate, storeBytes }: Size): string {
  const giga = (size: number) => `${(size / 1e9).toFixed(size < 10e9 ? 1 : 0)} GB`;
  const hours = (count: number) => (count < 10 ? count.toFixed(2) : count.toFixed(0));
  const rows = [profiles, 100e6, 1e9].map((many) => {
    const primaries = many * (indexBytes ?? Number.NaN);
    return [
      String(many),
      giga(primaries),
      giga(primaries * 2),
      String(Math.max(1, Math.ceil(primaries / shardBytes))),
      String(Math.max(3, Math.ceil((primaries * 2) / nodeBytes))),
      hours(many / (indexRate ?? Number.NaN) / 3600),
      giga(many * storeBytes.rest),
      giga(many * (storeBytes.rest + storeBytes.search)),
    ];
  });
  return `\n${table(
    [
      'profiles',
      'primaries',
      'with replicas',
      'shards',
      'nodes',
      'hours to fill, by one process',
      'PostgreSQL beside a cluster, its search left empty',
      'PostgreSQL alone',
    ],
    rows,
  )}`;
}
