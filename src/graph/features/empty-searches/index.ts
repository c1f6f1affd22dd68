import type { Feature } from '../../feature.ts';
import { search } from '../search/index.ts';

export const emptySearches: Feature = {
  name: 'empty-searches',
  needs: [search],
  fields: () => import('./emptying-condition.ts'),
  async open() {
    const [{ EmptySearches }, { warningOfEmpty }] = await Promise.all([
      import('../search/paged-search.ts'),
      import('./empty-warning.ts'),
    ]);
    return { apis: [new EmptySearches(warningOfEmpty)] };
  },
};
