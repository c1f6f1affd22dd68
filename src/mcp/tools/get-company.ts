import Type from 'typebox';
import { GetCompany } from '../generated/documents.ts';
import { companyBy, inputs } from '../inputs.ts';
import { graphTool } from '../tool.ts';
import { freeText } from '../untrusted.ts';

const input = inputs({
  company: Type.String({ maxLength: 200, description: 'id or slug' }),
  fields: Type.Optional(Type.Array(Type.Enum(['summary', 'funding', 'contact', 'about']), { maxItems: 4 })),
});

export const getCompany = graphTool({
  name: 'get_company',
  description: 'One company’s record.',
  input,
  price: '0 or 1',
  maxTokens: 1000,
  freeAlternative: 'find_companies without names is free.',
  ask: ({ company: name, fields = ['summary'] }, run) =>
    run({
      document: GetCompany,
      variables: {
        by: companyBy(name),
        summary: fields.includes('summary'),
        funding: fields.includes('funding'),
        contact: fields.includes('contact'),
        about: fields.includes('about'),
      },
      shape: ({ company }) => {
        if (company?.__typename !== 'Company') return { fields: { missing: company?.message } };
        const { summary, description, websites, locations, funding, ...rest } = company;
        const rounds = funding?.rounds ?? [];
        return {
          fields: {
            ...rest,
            ...(websites && { websites: websites.slice(0, 5) }),
            ...(locations && { locations: locations.slice(0, 5).map((location) => location?.name) }),
            untrusted_text: freeText(summary ?? description),
            ...(funding && { totalFundingUsd: funding.totalFundingAmountUsd, rounds }),
          },
          ...(funding && {
            list: 'rounds',
            next: (kept) => (kept < rounds.length ? `${rounds.length - kept} earlier rounds are left out.` : undefined),
          }),
        };
      },
    }),
});
