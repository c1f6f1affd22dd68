import type { Feature } from '../../feature.ts';
import { ApprovalFeed } from './approval-feed.ts';
import { cap, hooks } from './approval-hooks.ts';
import { ApprovalStore } from './approval-store.ts';

export const approvals: Feature = {
  name: 'approvals',
  fields: () => import('./approval-fields.ts'),
  claims: ['confirmAbove'],
  stored: [{ family: 'approvals' }],
  personal: { name: 'approvals', words: 'approvals', of: (state) => new ApprovalStore(state) },
  open({ state, seal, quota }) {
    const store = new ApprovalStore(state, () => seal.clock.now());
    const feed = new ApprovalFeed(store, quota);
    return { apis: [store, feed], cap, ...hooks, stop: (reason) => feed.close(reason) };
  },
};
