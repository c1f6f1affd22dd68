import { Timeline } from '../components/timeline.tsx';
import { dollars, isText, month, number, role, year } from '../format.ts';
import type { CompanyRecordQuery } from '../generated/documents.ts';

type Company = Extract<NonNullable<CompanyRecordQuery['company']>, { readonly __typename: 'Company' }>;

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
    <div class="columns" id="record" tabIndex={-1}>
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
        {rounds.length === 0 ? (
          <p class="muted">No funding rounds on record.</p>
        ) : (
          <Timeline
            entries={rounds.toReversed().map(({ type, date, amountUsd, investors }) => ({
              when: date && month(date),
              what: role(type, amountUsd === null ? null : dollars(amountUsd)),
              where: (investors ?? []).flatMap((investor) => investor?.name ?? []).join(', '),
            }))}
          />
        )}
      </div>
    </div>
  );
};
