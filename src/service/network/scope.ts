import { type RawBuilder, sql } from 'kysely';

/** Whose connections count, and which. */
export interface NetworkScope {
  /** The teams whose connectors count: one for relationships, a partner with its children for the network mapper. */
  readonly teamIds: readonly string[];
  /** Connectors that the mapping of this company made; null: those that the teams added themselves. */
  readonly mappedCompanyId: string | null;
}

/** The network of one team: its own connectors. */
export const networkOf = (teamId: string): NetworkScope => ({ teamIds: [teamId], mappedCompanyId: null });

/** The condition on table `connection` that a scope means. */
export const inScope = ({ teamIds, mappedCompanyId }: NetworkScope): RawBuilder<boolean> =>
  sql`connection.team_id = any(${teamIds}::uuid[]) and connection.mapped_company_id is not distinct from ${mappedCompanyId}::uuid`;
