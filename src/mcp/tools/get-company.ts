import Type from 'typebox';
import { GetCompany } from '../generated/documents.ts';
import { anyName, gatheredAs, inputs, oneOf, whole } from '../inputs.ts';
import { memberOf } from '../names.ts';
import { Refused } from '../refused.ts';
import { paidBy, question, resolveCompanies } from '../resolver.ts';
import { sections } from '../sections.ts';
import { graphTool, prepared } from '../tool.ts';
import { inToolWords } from '../tool-words.ts';
import { freeText } from '../untrusted.ts';

const all = ['summary', 'funding', 'contact', 'about'] as const;

const input = inputs({
  company: anyName('id, website, slug or name'),
  fields: Type.Optional(Type.Array(oneOf(all))),
  after: whole('from next'),
});

/** What models call the sections. */
const sectionOf = sections(
  all,
  {
    summary:
      'name size headcount employees industry industries website websites location locations place headquarters hq founded id workforce',
    funding: 'rounds investors raised financing',
    contact: 'email phone',
    about: 'description bio overview',
  },
  (name) => name === 'after' || memberOf(name) !== undefined,
);

export const getCompany = graphTool({
  name: 'get_company',
  title: 'Get a company’s record',
  description: 'One company’s record: size, industry, places, founding; funding, contact, about.',
  input,
  price: '0 or 1',
  subject: 'company',
  freeAlternative: 'resolve and find_companies are free.',
  gathered: (args) => gatheredAs('company', ['fields', 'after'])(sectionOf(args)),
  ask: async ({ company: given, fields = ['summary'], after = 0 }, graph) => {
    if (given === undefined)
      throw new Refused('company must be given.', 'Call get_company again with an id, website or name.');
    const [one] = await resolveCompanies(graph, [given]);
    const by = paidBy(one);
    if (by === undefined) return { fields: question('company', one), lists: ['candidates'] };
    return prepared({
      document: GetCompany,
      variables: {
        by,
        summary: fields.includes('summary'),
        funding: fields.includes('funding'),
        contact: fields.includes('contact'),
        about: fields.includes('about'),
      },
      purpose: `load the record of ${(one?.kind === 'found' && one.facts.name) || Object.values(by)[0]}`,
      shape: ({ company }) => {
        if (company?.__typename !== 'Company')
          return { fields: { found: 0, reason: inToolWords(company?.message ?? '') } };
        const { summary, description, founded, businessData, funding, ...rest } = company;
        const rounds = funding?.rounds?.slice(after);
        return {
          fields: {
            id: rest.id,
            name: rest.name,
            ...(after === 0 && {
              founded: founded?.slice(0, 10),
              ...(fields.includes('summary') && { headcount: rest.workforce?.headcount ?? 'unknown' }),
              ownership: businessData?.ownershipStatus,
              is_government: businessData?.isGovernment,
              is_non_profit: businessData?.isNonProfit,
              is_startup: businessData?.isStartup,
              industries: rest.industries?.slice(0, 10),
              websites: rest.websites?.slice(0, 5),
              places: rest.locations?.slice(0, 5).map((location) => location?.name),
              contact: rest.contactInfo,
              untrusted_text: freeText(summary ?? description),
              total_funding_usd: funding?.totalFundingAmountUsd,
            }),
            rounds,
          },
          lists: rounds ? ['rounds'] : [],
          next: (kept) =>
            rounds && kept < rounds.length && kept > 0
              ? { company: company.id, fields: ['funding'], after: after + kept }
              : undefined,
        };
      },
    });
  },
});
