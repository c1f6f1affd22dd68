import { employerCoversCompany } from '../../../contract/coverage.ts';
import { Experience } from '../../../contract/record/profile.ts';
import { companyOfExperience } from '../../scope/company-reference.ts';
import { builder } from '../builder.ts';
import { contractType } from '../contract-types.ts';
import { linkTo } from '../link.ts';
import { Company } from '../refs.ts';

// `company` is the link to the record, so the entry's own summary is named `employer`.
const ExperienceType = contractType(Experience, { rename: { company: 'employer' } });

builder.objectField(ExperienceType, 'company', (t) =>
  t.field(
    linkTo(Company, {
      description:
        'The employer as a company; fields in the entry’s summary are free, others load the record for 1 credit. Null if the entry names no company on record.',
      covers: employerCoversCompany,
      reference: ({ scope, value }) => companyOfExperience(scope, value),
      mayBeOffRecord: true,
    }),
  ),
);
