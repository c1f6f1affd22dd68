import { PageHead } from '../components/head.tsx';
import { useAddress } from '../frame/address.ts';
import { LiveStatus } from '../live/live-status.tsx';
import { say } from '../sentences.ts';
import { ChangesTab } from '../watches/changes-tab.tsx';
import { Mappings } from './mappings.tsx';
import { Spend } from './spend.tsx';

const tabs = ['spend', 'mappings', 'changes'] as const;

const views = { spend: Spend, mappings: Mappings, changes: ChangesTab } as const;

/** Credits spent, mapping tasks, and changes in watched networks. */
export const ActivityPage = () => {
  const { query, changed } = useAddress();
  const tab = query.map ? 'mappings' : (tabs.find((one) => one === query.tab) ?? 'spend');
  const View = views[tab];
  return (
    <>
      <PageHead title={say.nav.activity}>
        <LiveStatus />
        <nav class="switch" aria-label={say.activity.views}>
          {tabs.map((one) => (
            <a
              key={one}
              href={changed({ tab: one === 'spend' ? undefined : one, map: undefined })}
              {...(one === tab && { 'aria-current': 'true' as const })}
            >
              {say.activity.tabs[one]}
            </a>
          ))}
        </nav>
      </PageHead>
      <View />
    </>
  );
};
