import type { Feature } from '../../feature.ts';
import { Page } from './page-route.ts';
import { servePageSessions } from './page-session-route.ts';

export const explorerHost: Feature = {
  name: 'explorer-host',
  open(services, { explorer, sessions }) {
    if (!explorer) return {};
    const { demo, source } = explorer;
    const page = new Page(source, services.log);
    for (const { apiKey, childTeams = [] } of demo)
      for (const team of childTeams) services.childTeams.note(apiKey, team);
    return {
      pages: { addresses: page.address },
      routes(app, { rates }) {
        page.serve(app);
        servePageSessions(app, { services, rates, demo, options: sessions });
      },
    };
  },
};
