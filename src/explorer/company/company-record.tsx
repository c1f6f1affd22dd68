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
        <h3>{say.company.funding}</h3>
        {funding?.totalFundingAmountUsd ? <p>{say.company.raised(dollars(funding.totalFundingAmountUsd))}</p> : null}
        {rounds.length === 0 ? <p class="muted">{say.company.noFunding}</p> : <Funding rounds={rounds} />}
      </div>
    </div>
  );
};

const Funding = ({ rounds }: { readonly rounds: readonly Round[] }) => (
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
);
