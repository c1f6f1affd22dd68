import { reasonOf } from '../../../telemetry/reason.ts';
import type { Feature } from '../../feature.ts';
import { pursesPath, servePurses } from './purse-route.ts';
import { SessionReceipts } from './session-receipts.ts';

export const purses: Feature = {
  name: 'purses',
  fields: () => import('./purse-fields.ts'),
  stored: [{ family: 'receipts' }],
  open(services) {
    const { state, seal, log, metrics, ownerOf } = services;
    const receipts = new SessionReceipts(
      state,
      () => seal.clock.now(),
      (error) => {
        log.warn({ reason: reasonOf(error) }, 'The receipts of a session could not be stored.');
      },
    );
    metrics?.observe(['kith.purses.low'], async (report) => {
      // If the store does not answer, report no value rather than a wrong one.
      const low = await services.purses.store.low().catch(() => undefined);
      if (low !== undefined) report('kith.purses.low', low);
    });
    services.purses.store.onGone = (owner, purse) => receipts.forget(owner, purse);
    return {
      apis: [receipts],
      admin: { paths: [pursesPath], serve: (admin) => servePurses(admin, services) },
      receipt(lines, { apiKey, session, name }) {
        if (apiKey !== undefined && session?.purse !== undefined)
          receipts.note(ownerOf(apiKey), session.purse, name, lines);
      },
      close: () => receipts.close(),
    };
  },
};
