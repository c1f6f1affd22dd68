import type { QueryDsl } from '../../../contract/operation/parts.ts';

/** Where and when somebody was: days as `YYYY-MM-DD`, inclusive. */
export interface Stay {
  readonly companyId: string;
  readonly from: string;
  readonly until: string;
}

/** The list of a profile's employments; the interface does not name it among the searchable paths. */
const experience = 'profile_info.experience';

/**
 * The query for people who were employed at a company at some time between two days; what else must hold, holds of the
 * same employment. One that has begun and not ended counts while it is current: otherwise nobody knows how long it lasted.
 */
export const employedAt = ({ companyId, from, until }: Stay, also: readonly QueryDsl[] = []): QueryDsl =>
  employment([
    { term: { [`${experience}.company_id`]: companyId } },
    { range: { [`${experience}.start_date`]: { lte: until } } },
    {
      bool: {
        should: [
          { range: { [`${experience}.end_date`]: { gte: from } } },
          { term: { [`${experience}.is_current`]: true } },
        ],
        minimum_should_match: 1,
      },
    },
    ...also,
  ]);

const employment = (filter: readonly QueryDsl[]): QueryDsl => ({
  nested: { path: experience, query: { bool: { filter } } },
});
