import type { CompanyInfo, Investor } from '../../contract/record/company.ts';
import { recordId } from '../record/uuid.ts';

type Investors = readonly (Investor | null)[] | null | undefined;

/** The ids of the investors in a company's funding rounds. */
export const investorIds = ({ funding }: CompanyInfo): readonly string[] =>
  [...(funding?.rounds ?? []).map((round) => round?.investors), funding?.last_round?.last_round_investors]
    .flatMap((investors) => investors ?? [])
    .flatMap((investor) => recordId(investor?.id) ?? []);

/** A company without some of its investors. */
export function withoutInvestors(info: CompanyInfo, isOut: (id: string) => boolean): CompanyInfo {
  if (!info.funding || !investorIds(info).some(isOut)) return info;
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
