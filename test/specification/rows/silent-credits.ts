import { type Part, provenBy } from '../row.ts';

export const silentCredits: readonly Part[] = [
  {
    part: 'Credits',
    rows: [
      [
        'Usage is an append-only ledger; a charge and its check',
        provenBy('credits.charges-credit-record'),
        provenBy('credits-crash.ledger-row-delivered'),
      ],
      ['N calls at once can never together pass the limit.', provenBy('credits.never-lets-calls')],
      [
        'Protection on: a call whose cost would pass the limit is refused whole',
        provenBy('credits.refuses-whole-would'),
        provenBy('credits.refuses-first-call'),
      ],
      ['Protection off: it succeeds, and the ledger marks the overage.', provenBy('credits.lets-calls-pass')],
      ['A plan without overage: 402 with the standard body.', provenBy('credits.answers-plan-without')],
      ["A mapper's 202 is never refused by 402.", provenBy('network.answers-402-allowance')],
      [
        'Access resumes at the next period, when protection is switched off',
        provenBy('credits.resumes-next-period'),
        provenBy('credits.lets-calls-pass'),
        provenBy('credits.resumes-plan-grows'),
      ],
      [
        "Child-team calls, by header or by the child's own key",
        provenBy('credits.bills-shows-child'),
        provenBy('credits.holds-child-team'),
      ],
      [
        "Periods start on the anchor day (clamped to the month's last day, UTC).",
        provenBy('credits.starts-periods-anchor'),
      ],
      ['The clock is injected, and these cases are tested.', provenBy('credits.resumes-next-period')],
      ['Prices are one table, the on-demand operations included.', provenBy('credits.prices-demand-operations')],
    ],
  },
  {
    part: 'On-demand operations, social, mcp',
    rows: [
      ['Their paths and bodies are not part of the contract', provenBy('http.answers-unknown-path')],
      ['Their prices are in the price table', provenBy('credits.prices-demand-operations')],
    ],
  },
];
