import { type RawBuilder, sql } from 'kysely';

/** Which connections count as a network. */
export interface NetworkScope {
  /** Teams whose connectors count, the asking one first: one for relationships, a partner and its children for the network mapper. */
  readonly teamIds: readonly string[];
  /** Company whose mapping created the connectors; null: connectors that the teams added themselves. */
  readonly mappedCompanyId: string | null;
}

/** The network of one team: its own connectors. */
export const networkOf = (teamId: string): NetworkScope => ({ teamIds: [teamId], mappedCompanyId: null });

/** The origin of evidence that no other team may see: connections that members imported. */
export const privateOrigin = 'manual_import';

/**
 * The scope as a condition on table `connection`. Connections of other teams than the asking one are excluded if an import
 * is their only evidence.
 */
export const inScope = ({ teamIds, mappedCompanyId }: NetworkScope): RawBuilder<boolean> => {
  const [own, ...others] = teamIds;
  const condition = sql<boolean>`connection.team_id = any(${teamIds}::uuid[]) and connection.mapped_company_id is not distinct from ${mappedCompanyId}::uuid`;
  return others.length === 0
    ? condition
    : sql`${condition} and (connection.team_id = ${own}::uuid or connection.origins <> array[${privateOrigin}::text])`;
};
