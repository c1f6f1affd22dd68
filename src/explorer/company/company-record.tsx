import { dollars, isText, month, number, year } from '../format.ts';
import type { CompanyRecordQuery } from '../generated/documents.ts';

type Company = Extract<NonNullable<CompanyRecordQuery['company']>, { readonly __typename: 'Company' }>;
type Round = NonNullable<NonNullable<NonNullable<Company['funding']>['rounds']>[number]>;

/** A company's record: summary, facts and funding. */
export const CompanyRecordView = ({ company }: { readonly company: Company }) => {
  const { summary, description, founded, industries, websites, locations, workforce, funding } = company;
  const rounds = (funding?.rounds ?? []).filter((round) => round !== null);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Founded', year(founded)],
    ['People', workforce?.headcount ? number(workforce.headcount) : (workforce?.sizeClass ?? undefined)],
    ['Industries', (industries ?? []).filter(isText).join(', ')],
    ['Offices', (locations ?? []).flatMap((location) => location?.name ?? []).join('; ')],
    ['Websites', (websites ?? []).filter(isText).join(', ')],
  ];
  return (
    <div class="company-record columns" id="record" tabIndex={-1}>
      <div class="card stack">
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
      <div class="card stack">
        <h3>Funding</h3>
        {funding?.totalFundingAmountUsd ? <p>{dollars(funding.totalFundingAmountUsd)} raised in total</p> : null}
        {rounds.length === 0 ? <p class="muted">No funding rounds on record.</p> : <Funding rounds={rounds} />}
      </div>
    </div>
  );
};

const Funding = ({ rounds }: { readonly rounds: readonly Round[] }) => (
  <table class="compact">
    <thead>
      <tr>
        <th scope="col">Round</th>
        <th scope="col">Date</th>
        <th scope="col">Amount</th>
        <th scope="col">Investors</th>
      </tr>
    </thead>
    <tbody>
      {rounds.toReversed().map(({ type, date, amountUsd, investors }) => (
        <tr key={`${date} ${type}`}>
          <th scope="row" data-label="Round">
            {type}
          </th>
          <td data-label="Date">{date && month(date)}</td>
          <td data-label="Amount">{amountUsd !== null && dollars(amountUsd)}</td>
          <td data-label="Investors" dir="auto">
            {(investors ?? []).flatMap((investor) => investor?.name ?? []).join(', ')}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
