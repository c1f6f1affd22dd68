import type { CompanyInfo } from '../../contract/record/company.ts';
import type { InvestmentTable } from '../database.ts';
import type { Dependent } from './dependent.ts';
import { recordId } from './uuid.ts';

/** The investors with an id in a company's funding rounds. */
export const investorsOf = ({ funding }: CompanyInfo): readonly { readonly id: string; readonly name: string }[] =>
  [...(funding?.rounds ?? []).map((round) => round?.investors), funding?.last_round?.last_round_investors]
    .flatMap((investors) => investors ?? [])
    .flatMap((investor) => {
      const id = recordId(investor?.id);
      return id === undefined ? [] : { id, name: investor?.name ?? '' };
    });

/** A row per investor. */
const investmentRows = (company_id: string, info: CompanyInfo): readonly InvestmentTable[] =>
  [...new Map(investorsOf(info).map(({ id, name }) => [id, name]))].map(([id, name]) => ({
    company_id,
    investor_id: id,
    investor_name: name,
  }));

export const investment: Dependent<CompanyInfo> = {
  table: 'investment',
  owner: 'company_id',
  columns: { company_id: 'uuid', investor_id: 'uuid', investor_name: 'text' },
  rowsOf: investmentRows,
};
