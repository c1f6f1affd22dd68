import { dollars, isText, month, number, year } from '../format.ts';
import type { CompanyRecordQuery } from '../generated/documents.ts';
import { say } from '../sentences.ts';

type Company = Extract<NonNullable<CompanyRecordQuery['company']>, { readonly __typename: 'Company' }>;
type Round = NonNullable<NonNullable<NonNullable<Company['funding']>['rounds']>[number]>;

/** A company's record: summary, facts and funding. */
export const CompanyRecordView = ({ company }: { readonly company: Company }) => {
  const { summary, description, founded, industries, websites, locations, workforce, funding } = company;
  const rounds = (funding?.rounds ?? []).filter((round) => round !== null);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [say.company.founded, year(founded)],
    [say.company.headcount, workforce?.headcount ? number(workforce.headcount) : (workforce?.sizeClass ?? undefined)],
    [say.company.industries, (industries ?? []).filter(isText).join(', ')],
    [say.company.locations, (locations ?? []).flatMap((location) => location?.name ?? []).join('; ')],
    [say.company.websites, (websites ?? []).filter(isText).join(', ')],
  ];
  return (
    <div class="company-record">
      <div class="card">
        {isText(summary) && (
          <p class="record-headline" dir="auto">
            {summary}
          </p>
        )}
        {isText(description) && description !== summary && <p dir="auto">{description}</p>}
        <dl class="facts">
          {facts.map(
            ([term, text]) =>
              isText(text) && (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd dir="auto">{text}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <div class="card">
        <h3>{say.company.funding}</h3>
        {funding?.totalFundingAmountUsd ? <p>{say.company.raised(dollars(funding.totalFundingAmountUsd))}</p> : null}
        {rounds.length === 0 ? <p class="muted">{say.company.noFunding}</p> : <Funding rounds={rounds} />}
      </div>
    </div>
  );
};

const chart = { height: 120, bar: 36, gap: 22 };

/** Funding rounds as bars with areas in proportion to their amounts; the table below has the same data. */
const Funding = ({ rounds }: { readonly rounds: readonly Round[] }) => {
  const most = Math.max(1, ...rounds.map(({ amountUsd }) => amountUsd ?? 0));
  const heightOf = (amount: number | null): number =>
    amount === null ? 2 : Math.max(3, (amount / most) * (chart.height - 24));
  const width = rounds.length * (chart.bar + chart.gap);
  return (
    <>
      <svg class="funding-chart" viewBox={`0 0 ${width} ${chart.height}`} width={width} aria-hidden="true">
        {rounds.map(({ type, date, amountUsd }, index) => {
          const height = heightOf(amountUsd);
          const x = index * (chart.bar + chart.gap) + chart.gap / 2;
          return (
            <g key={`${date} ${type}`}>
              <rect x={x} y={chart.height - 18 - height} width={chart.bar} height={height} rx="3" />
              <text x={x + chart.bar / 2} y={chart.height - 4} text-anchor="middle">
                {year(date)}
              </text>
            </g>
          );
        })}
      </svg>
      <table class="compact">
        <thead>
          <tr>
            <th scope="col">{say.company.round}</th>
            <th scope="col">{say.company.date}</th>
            <th scope="col">{say.company.amount}</th>
            <th scope="col">{say.company.investors}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.toReversed().map(({ type, date, amountUsd, investors }) => (
            <tr key={`${date} ${type}`}>
              <th scope="row" data-label={say.company.round}>
                {type}
              </th>
              <td data-label={say.company.date}>{date && month(date)}</td>
              <td data-label={say.company.amount}>{amountUsd !== null && dollars(amountUsd)}</td>
              <td data-label={say.company.investors} dir="auto">
                {(investors ?? []).flatMap((investor) => investor?.name ?? []).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
