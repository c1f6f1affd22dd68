import type { Feature } from '../../feature.ts';
import { search } from '../search/index.ts';
import { ExclusionStore } from './kept-exclusions.ts';

export const introductions: Feature = {
  name: 'introductions',
  needs: [search],
  fields: () => import('./intro-fields.ts'),
  stored: [{ family: 'exclusions', identifying: 'value', sealed: true }],
  personal: { name: 'exclusions', words: 'exclusions from introductions', of: (state) => new ExclusionStore(state) },
  open: ({ state }) => ({ apis: [new ExclusionStore(state)] }),
};
