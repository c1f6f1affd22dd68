import type { Feature } from '../../feature.ts';
import { introductions } from '../introductions/index.ts';
import { TargetListStore } from './target-list-store.ts';

export const lists: Feature = {
  name: 'lists',
  needs: [introductions],
  fields: () => import('./target-list-mutations.ts'),
  stored: [{ family: 'target-lists', identifying: 'ref', sealed: true }],
  personal: { name: 'targets', words: 'targets of lists', of: (state) => new TargetListStore(state) },
  open: ({ state, seal }) => ({ apis: [new TargetListStore(state, () => seal.clock.now())] }),
};
