import type { Feature } from '../../feature.ts';
import { cap, hooks } from './approval-hooks.ts';
import { ApprovalStore } from './approval-store.ts';

export const approvals: Feature = {
  name: 'approvals',
  fields: () => import('./approval-fields.ts'),
  claims: ['confirmAbove'],
  stored: [{ family: 'approvals' }],
  personal: { name: 'approvals', words: 'approvals', of: (state) => new ApprovalStore(state) },
  open({ state, seal }) {
    const store = new ApprovalStore(state, () => seal.clock.now());
    return { apis: [store], cap, ...hooks };
  },
};
