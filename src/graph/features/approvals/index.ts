import type { FastifyInstance } from 'fastify';
import type { Feature } from '../../feature.ts';
import { answerPath, serveAnswers } from './answer-route.ts';
import { cap, hooks } from './approval-hooks.ts';
import { ApprovalStore } from './approval-store.ts';

export const approvals: Feature = {
  name: 'approvals',
  fields: () => import('./approval-fields.ts'),
  claims: ['confirmAbove'],
  stored: [{ family: 'approvals', sealed: true }],
  personal: { name: 'approvals', words: 'approvals', of: (state) => new ApprovalStore(state) },
  open(services) {
    const { state, seal } = services;
    const store = new ApprovalStore(state, () => seal.clock.now());
    const serve = (app: FastifyInstance): void => serveAnswers(app, store, services);
    return { apis: [store], cap, ...hooks, admin: { paths: [answerPath], serve } };
  },
};
