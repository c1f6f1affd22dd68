import { randomUUID } from 'node:crypto';
import type { Purse } from '../../../src/graph/credits/purse/purse.ts';
import type { Draw } from '../../../src/graph/state/purses/payment.ts';

/** An open purse of 10 credits that bounds all that a new key spends. */
export const purseOf = (more: Partial<Purse> = {}): Purse => ({
  id: randomUUID(),
  owner: randomUUID(),
  scope: 'key',
  childTeamId: undefined,
  label: 'a purse',
  total: 10,
  period: 'none',
  createdAt: Date.now(),
  expiresAt: undefined,
  ...more,
});

/** A payment of one credit by the key itself. */
export const drawOf = (more: Partial<Draw> = {}): Draw => ({
  id: randomUUID(),
  childTeamId: undefined,
  sessionPurse: undefined,
  credits: 1,
  unit: 1,
  cause: 'fetchProfiles',
  ...more,
});
