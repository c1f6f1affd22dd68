import type { InputShapeFromFields } from '@pothos/core';
import { invalidArgument } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import { CompanyBy } from '../../schema/company/company-lookup.ts';
import { ProfileBy } from '../../schema/profile/profile-lookup.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { SelectedField } from '../../scope/selection.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { Exclusion } from './exclusion.ts';
import type { PageArgs } from './intro-path-type.ts';
import type { IntroQuestion } from './intro-target.ts';

export const IntroTarget = builder.inputType('IntroTarget', {
  description:
    'The target of introductions: exactly one of these members. A uuid or a website costs nothing. Any other identifier is looked up by a free search; if that finds nothing, loading the record costs 1 credit.',
  isOneOf: true,
  fields: (t) => ({
    profile: t.field({ type: ProfileBy, description: 'The person to reach, by any identifier.' }),
    company: t.field({ type: CompanyBy, description: 'The people who work at a company now.' }),
    companyWebsite: t.string({
      description: 'The people who work now at the company with this website, such as `aurora-labs.example`.',
    }),
  }),
});

const IntroExclusion = builder.inputType('IntroExclusion', {
  description: 'People and connectors who must not appear in any path.',
  fields: (t) => ({
    profiles: t.field({
      type: [ProfileBy],
      description:
        'The people, by any identifier. To exclude somebody as a connector, too, give their slug; other identifiers do not match connectors.',
    }),
    connectors: t.idList({
      description: 'The connectors, by their own ids, such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`.',
    }),
  }),
});

export const IntroEvidence = builder.enumType('IntroEvidence', {
  description: 'How exact the months and dates of two-step paths are, and at what price.',
  values: {
    FREE: { description: 'From free searches: months are a lower bound. Costs nothing beyond the target’s record.' },
    FULL: {
      description:
        'From the record of the person in the middle of each path on the page, for 1 credit each: exact dates, months, function and seniority.',
    },
  },
});

/** Arguments of a search for paths, besides its target and page. */
export const introQuestionArgs = builder.args((t) => ({
  hops: t.int({
    defaultValue: 1,
    description:
      'Maximum number of steps in a path, 1 or 2. With 2, the graph also looks for people in the network who overlapped with the target at an employer or school: this costs 1 credit, for the target’s record, and makes at most 20 calls to the data service. If the target is a company, it looks for former employees instead, free.',
  }),
  exclude: t.field({
    type: IntroExclusion,
    description:
      'People and connectors to leave out of all paths, in addition to the team’s do-not-ask list (`introExclusions`).',
  }),
  evidence: t.field({
    type: IntroEvidence,
    defaultValue: 'FREE',
    description: 'How exact the months and dates of two-step paths are, and at what price.',
  }),
}));

type Question = InputShapeFromFields<typeof introQuestionArgs>;

/** Arguments of a page of paths. */
export type IntroArgs = Question & PageArgs;

/** @throws a BAD_USER_INPUT error if an argument is out of bounds */
export const introQuestionOf = async (
  scope: CredentialScope,
  { hops, exclude, evidence, first }: Question & Pick<PageArgs, 'first'>,
  info: SelectedField,
): Promise<IntroQuestion> => ({
  named: factsOf(info).namedRecords,
  hops: hopsOf(hops),
  exclusion: await new Exclusion(exclude).withKept(scope),
  exactPaths: evidence === 'FULL' ? (first ?? 10) : 0,
});

/** @throws a BAD_USER_INPUT error if it is neither 1 nor 2 */
export function hopsOf(hops: number | null | undefined): 1 | 2 {
  const count = hops ?? 1;
  if (count !== 1 && count !== 2) throw invalidArgument('hops', `must be 1 or 2, but got ${count}.`);
  return count;
}
