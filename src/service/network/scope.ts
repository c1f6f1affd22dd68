import { type RawBuilder, sql } from 'kysely';

/** Which connections count as a network. */
export interface NetworkScope {
  /** Teams whose connectors count: one for relationships, a partner and its children for the network mapper. */
  readonly teamIds: readonly string[];
  /** Company whose mapping created the connectors; null: connectors that the teams added themselves. */
  readonly mappedCompanyId: string | null;
}

/** The network of one team: its own connectors. */
export const networkOf = (teamId: string): NetworkScope => ({ teamIds: [teamId], mappedCompanyId: null });

/** The scope as a condition on table `connection`. */
export const inScope = ({ teamIds, mappedCompanyId }: NetworkScope): RawBuilder<boolean> =>
  sql`connection.team_id = any(${teamIds}::uuid[]) and connection.mapped_company_id is not distinct from ${mappedCompanyId}::uuid`;
