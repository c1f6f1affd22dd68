import type { Feature } from '../../feature.ts';
import { InvitationStore } from './invitation-store.ts';
import { serveInvitations } from './invitations-route.ts';

export const invitations: Feature = {
  name: 'invitations',
  stored: [{ family: 'invitations', sealed: true }, { family: 'invitation-links' }],
  open(services, { explorer }) {
    if (!explorer) return {};
    const store = new InvitationStore(services.state, () => services.seal.clock.now());
    return { routes: (app, { rates }) => serveInvitations(app, { services, store, rates }) };
  },
};
