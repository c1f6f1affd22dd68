import { employerCoversCompany } from '../../../contract/coverage.ts';
import { Experience } from '../../../contract/record/profile.ts';
import { builder } from '../builder.ts';
import { companyOfExperience } from '../company/company-reference.ts';
import { contractType } from '../contract-types.ts';
import { linkTo } from '../link.ts';
import { Company } from '../refs.ts';

// The entry's own word of its employer gives way to the link in name: what the entry tells is `employer`.
const ExperienceType = contractType(Experience, { rename: { company: 'employer' } });

builder.objectField(ExperienceType, 'company', (t) =>
  t.field(
    linkTo(Company, {
      description: 'The employer as a company; what the entry tells of it is free.',
      covers: employerCoversCompany,
      reference: ({ scope, value }) => companyOfExperience(scope, value),
    }),
  ),
);
