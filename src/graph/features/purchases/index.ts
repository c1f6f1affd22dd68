import type { Feature } from '../../feature.ts';
import { purchaseOf } from './purchase.ts';
import { PurchaseStore } from './purchase-store.ts';

export const purchases: Feature = {
  name: 'purchases',
  fields: () => import('./purchase-fields.ts'),
  stored: [{ family: 'purchases' }],
  personal: { name: 'purchases', words: 'purchases with records', of: (state) => new PurchaseStore(state) },
  open({ state, seal, log, ownerOf }) {
    const store = new PurchaseStore(state, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'What was paid for could not be stored.');
    });
    return {
      apis: [store],
      charged({ apiKey, session, name, receipt }) {
        if (apiKey === undefined) return;
        const now = seal.clock.now();
        const buyer = { session, operation: name };
        store.note(
          ownerOf(apiKey),
          receipt.purchases.map((one) => purchaseOf(one, buyer, now)),
        );
      },
      stop: () => store.flush(),
    };
  },
};
