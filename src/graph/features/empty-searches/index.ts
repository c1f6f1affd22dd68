import type { Feature } from '../../feature.ts';

export const emptySearches: Feature = {
  name: 'empty-searches',
  fields: () => import('./emptying-condition.ts'),
  async open() {
    const [{ EmptySearches }, { warningOfEmpty }] = await Promise.all([
      import('../../schema/search/paged-search.ts'),
      import('./empty-warning.ts'),
    ]);
    return { apis: [new EmptySearches(warningOfEmpty)] };
  },
};
