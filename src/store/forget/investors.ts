import type { CompanyInfo, Investor } from '../../contract/record/company.ts';
import { investorsOf } from '../record/investment.ts';
import { recordId } from '../record/uuid.ts';

type Investors = readonly (Investor | null)[] | null | undefined;

/** A company without some of its investors. */
export function withoutInvestors(info: CompanyInfo, isOut: (id: string) => boolean): CompanyInfo {
  if (!info.funding || !investorsOf(info).some(({ id }) => isOut(id))) return info;
  const others = (investors: Investors) =>
    (investors ?? []).filter((investor) => {
      const id = recordId(investor?.id);
      return id === undefined || !isOut(id);
    });
  const { rounds, last_round: last } = info.funding;
  return {
    ...info,
    funding: {
      ...info.funding,
      ...(rounds && { rounds: rounds.map((round) => round && { ...round, investors: others(round.investors) }) }),
      ...(last && { last_round: { ...last, last_round_investors: others(last.last_round_investors) } }),
    },
  };
}
