import Type from 'typebox';
import { MatchList } from '../generated/documents.ts';
import { inputs, text } from '../inputs.ts';
import { graphTool } from '../tool.ts';

const input = inputs({
  rows: Type.Array(inputs({ name: text(), email: text(), website: text(), slug: text(), id: text() }), {
    minItems: 1,
    maxItems: 200,
  }),
  checkRecords: Type.Optional(Type.Boolean({ description: 'search all records, too' })),
});

export const matchList = graphTool({
  name: 'match_list',
  description: 'Which people of a list the team knows; name needs website or email.',
  input,
  price: '0',
  maxTokens: 2500,
  freeAlternative: 'Matching is free.',
  ask: ({ rows, checkRecords = false }, run) =>
    run({
      document: MatchList,
      variables: {
        rows: rows.map(({ name, website, slug, ...row }) => ({
          ...row,
          fullName: name,
          companyWebsite: website,
          xnetSlug: slug,
        })),
        checkRecords,
      },
      shape: ({ matchPeople }) => {
        const { rows: matched = [], ...counts } = matchPeople ?? {};
        return {
          fields: {
            ...counts,
            rows: matched.map(({ relationship, ...row }) => ({
              ...row,
              knownBy: relationship?.connections?.slice(0, 3).map((connection) => connection?.connectorName),
            })),
          },
          list: 'rows',
          next: (kept) => (kept < matched.length ? `Match the rows from index ${kept} on in another call.` : undefined),
        };
      },
    }),
});
