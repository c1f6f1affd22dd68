import { creditUsage } from '../../contract/operation/credits.ts';
import { endpoint } from '../endpoint.ts';
import { usageOf } from './ledger.ts';

/** GET /credits/usage */
export const creditsUsage = endpoint(creditUsage, async ({ caller }, { store, now }) => ({
  status: 200,
  body: { usage: await usageOf(store.db, caller.payerId, now()) },
}));
