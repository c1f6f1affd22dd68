import type { NetworkRowFragment } from '../generated/documents.ts';
import { say } from '../sentences.ts';

type Row = Pick<NetworkRowFragment, 'connections'>;

const most = (
  row: Row,
  of: (connection: NonNullable<NonNullable<Row['connections']>[number]>) => number | null,
): number => Math.max(0, ...(row.connections ?? []).map((connection) => (connection && of(connection)) ?? 0));

/** The strongest connection to somebody, from 0 to 1. */
export const strengthOf = (row: Row): number => most(row, ({ connectionStrength }) => connectionStrength);

/** Its tier as a word. */
export const tierOf = (row: Row): string =>
  say.tiers[Math.min(3, Math.round(most(row, ({ connectionStrengthNormalized: tier }) => tier)))] ?? '';
