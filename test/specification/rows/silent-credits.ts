import { type Part, testsOf } from '../row.ts';

const credits = testsOf('service/credits.test.ts');
const network = testsOf('service/network-mapper/network.test.ts');

export const silentCredits: readonly Part[] = [
  {
    part: 'Credits',
    rows: [
      [
        'Usage is an append-only ledger; a charge and its check',
        credits('it charges a credit for each record returned, and keeps who asked what and when'),
        testsOf('system/service/credits-crash.test.ts')(
          'it has a ledger row for each delivered answer, and at most one more for each call in flight',
        ),
      ],
      [
        'N calls at once can never together pass the limit.',
        credits('it never lets calls at once pass the limit together'),
      ],
      [
        'Protection on: a call whose cost would pass the limit is refused whole',
        credits('it refuses whole what would pass the limit while overage protection is on'),
        credits('it refuses a first call that costs more than the whole allowance'),
      ],
      [
        'Protection off: it succeeds, and the ledger marks the overage.',
        credits('it lets calls pass when protection is switched off, and marks the overage'),
      ],
      [
        'A plan without overage: 402 with the standard body.',
        credits('it answers a plan without overage with the standard body'),
      ],
      [
        "A mapper's 202 is never refused by 402.",
        network('answers 402 where the allowance is used up, but never for a task'),
      ],
      [
        'Access resumes at the next period, when protection is switched off',
        credits('it resumes in the next period, and rolls nothing over'),
        credits('it lets calls pass when protection is switched off, and marks the overage'),
        credits('it resumes when the plan grows'),
      ],
      [
        "Child-team calls, by header or by the child's own key",
        credits("it bills and shows a child team's calls at its partner, with the child on the row"),
        credits("it holds a child team to its partner's allowance"),
      ],
      [
        "Periods start on the anchor day (clamped to the month's last day, UTC).",
        credits("it starts periods on the anchor day, clamped to the month's last, in UTC"),
      ],
      [
        'The clock is injected, and these cases are tested.',
        credits('it resumes in the next period, and rolls nothing over'),
      ],
      [
        'Prices are one table, the on-demand operations included.',
        credits("it prices the on-demand operations as the specification's examples do"),
      ],
    ],
  },
  {
    part: 'On-demand operations, social, mcp',
    rows: [
      [
        'Their paths and bodies are not part of the contract',
        testsOf('service/http.test.ts')('it answers an unknown path with 404, without its query'),
      ],
      [
        'Their prices are in the price table',
        credits("it prices the on-demand operations as the specification's examples do"),
      ],
    ],
  },
];
