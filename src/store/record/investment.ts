import type { CompanyInfo } from '../../contract/record/company.ts';
import type { InvestmentTable } from '../database.ts';
import type { Dependent } from './dependent.ts';
import { recordId } from './uuid.ts';

/** A row per investor with an id in the company's funding rounds. */
function investmentRows(companyId: string, info: CompanyInfo): readonly InvestmentTable[] {
  const rounds = [
    ...(info.funding?.rounds ?? []).map((round) => round?.investors),
    info.funding?.last_round?.last_round_investors,
  ];
  const investors = rounds
    .flatMap((round) => round ?? [])
    .flatMap((investor) => {
      const id = recordId(investor?.id);
      return id === undefined ? [] : { company_id: companyId, investor_id: id, investor_name: investor?.name ?? '' };
    });
  return [...new Map(investors.map((row) => [row.investor_id, row])).values()];
}

export const investment: Dependent<CompanyInfo> = {
  table: 'investment',
  owner: 'company_id',
  columns: { company_id: 'uuid', investor_id: 'uuid', investor_name: 'text' },
  rowsOf: investmentRows,
};
