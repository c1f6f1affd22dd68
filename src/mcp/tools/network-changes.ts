import Type from 'typebox';
import { NetworkChanges, Watches } from '../generated/documents.ts';
import { inputs, text } from '../inputs.ts';
import { graphTool } from '../tool.ts';

const input = inputs({
  watch: text('id; without it, lists the watches'),
  since: text('from next'),
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
});

export const networkChanges = graphTool({
  name: 'network_changes',
  description: 'Who joined, left or moved in a watched network.',
  input,
  price: '0',
  maxTokens: 2000,
  freeAlternative: 'It is free.',
  ask: ({ watch, since, first = 20 }, run) => {
    if (watch === undefined)
      return run({
        document: Watches,
        variables: {},
        shape: ({ watches }) => ({ fields: { watches }, list: 'watches' }),
      });
    return run({
      document: NetworkChanges,
      variables: { watch, since, first },
      shape: ({ networkChanges: page }) => {
        const changes = page?.nodes ?? [];
        const hasMore = page?.pageInfo.hasNextPage ?? false;
        return {
          fields: { changes: changes.map(({ id: _, ...change }) => change) },
          list: 'changes',
          next: (kept) => {
            const last = changes[kept - 1];
            return last && (kept < changes.length || hasMore) ? { watch, since: last.id } : undefined;
          },
        };
      },
    });
  },
});
