import { builder } from '../builder.ts';
import { lookupType } from '../record-lookup.ts';
import { Company } from '../refs.ts';

export const CompanyBy = builder.inputType('CompanyBy', {
  description: 'The identifier of one company: exactly one of these members.',
  isOneOf: true,
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      description:
        'The company’s id, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`; upper and lower case are equal.',
    }),
    xnetSlug: t.string({
      description:
        'One of the company’s slugs on the external network, such as `aurora-labs`; decoded or percent-encoded.',
    }),
    xnetUrl: t.string({
      description: 'The URL of the page on the external network, such as `https://xnet.example/company/aurora-labs`.',
    }),
    xnetId: t.field({ type: 'SafeInt', description: 'The numeric id on the external network, such as `1044821`.' }),
  }),
});

export const CompanyLookup = lookupType('CompanyLookup', 'A company, or the reason why there is none.', Company);
