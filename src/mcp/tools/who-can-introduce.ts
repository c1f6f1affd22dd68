import { WhoCanIntroduce } from '../generated/documents.ts';
import { companyTarget, hops, inputs, page, personTarget, text } from '../inputs.ts';
import { pageOf } from '../page-of.ts';
import { graphTool, Refused } from '../tool.ts';

const input = inputs({
  person: text('id or slug'),
  company: text('id, slug or website; or person'),
  hops,
  ...page,
});

export const whoCanIntroduce = graphTool({
  name: 'who_can_introduce',
  description: 'Who can introduce the team to a person, or to people at a company, and why.',
  input,
  price: '0; with 2 hops up to 1',
  maxTokens: 1500,
  freeAlternative: 'Ask with hops 1, which is free.',
  ask: ({ person, company, hops: most = 1, first = 5, after }, run) => {
    const to = person !== undefined ? personTarget(person) : company !== undefined ? companyTarget(company) : undefined;
    if (to === undefined || (person !== undefined && company !== undefined))
      throw new Refused('Exactly one of person and company must be given.', 'Call who_can_introduce again with one.');
    return run({
      document: WhoCanIntroduce,
      variables: { to, hops: most, first, after },
      shape: ({ introPaths }) => {
        const shaped = pageOf('paths', introPaths, ({ confidence, ...path }) => ({
          ...path,
          confidence: Math.round(confidence * 100) / 100,
        }));
        const problems = introPaths?.problems.map(({ message }) => message) ?? [];
        return { ...shaped, fields: { ...shaped.fields, ...(problems.length > 0 && { problems }) } };
      },
    });
  },
});
