import type { QueryDsl } from '../../contract/operation/parts.ts';

/** The query for the people whose current employer is a company. */
export const peopleAt = (companyId: string): QueryDsl => ({
  term: { 'profile_info.current_company_id': companyId },
});
