import { reasonOf } from '../../../telemetry/reason.ts';
import type { Feature } from '../../feature.ts';
import type { StateStore } from '../../state/state-store.ts';
import { purchaseOf } from './purchase.ts';
import { PurchaseStore } from './purchase-store.ts';

const running = new WeakMap<StateStore, PurchaseStore>();

export const purchases: Feature = {
  name: 'purchases',
  fields: () => import('./purchase-fields.ts'),
  stored: [{ family: 'purchases', sealed: true }],
  personal: {
    name: 'purchases',
    words: 'purchases with records',
    // That of a running graph has purchases that are not written yet.
    of: (state) => running.get(state) ?? new PurchaseStore(state),
  },
  open({ state, seal, log, ownerOf }) {
    const store = new PurchaseStore(state, (error) => {
      log.warn({ reason: reasonOf(error) }, 'What was paid for could not be stored.');
    });
    running.set(state, store);
    return {
      apis: [store],
      receipt({ charged }, { apiKey, session, name, receipt }) {
        if (apiKey === undefined || charged === 0) return;
        const now = seal.clock.now();
        const buyer = { session, operation: name };
        store.note(
          ownerOf(apiKey),
          receipt.purchases.map((one) => purchaseOf(one, buyer, now)),
        );
      },
      close: () => store.flush(),
    };
  },
};
