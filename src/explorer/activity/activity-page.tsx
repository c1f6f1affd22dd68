import { Switch } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { capitalized } from '../format.ts';
import { useAddress } from '../frame/address.ts';
import { useLive } from '../live/live.ts';
import { ChangesTab } from '../watches/changes-tab.tsx';
import { Mappings } from './mappings.tsx';

const tabs = ['mappings', 'changes'] as const;

const views = { mappings: Mappings, changes: ChangesTab } as const;

/** Mapping tasks, and changes in watched networks. */
export const ActivityPage = () => {
  const { query, changed } = useAddress();
  const tab = query.map ? 'mappings' : (tabs.find((one) => one === query.tab) ?? 'mappings');
  const View = views[tab];
  return (
    <>
      <PageHead title="Activity">
        <LiveStatus />
        <Switch
          label="Views"
          views={tabs.map((one) => ({
            name: capitalized(one),
            href: changed({ tab: one === 'mappings' ? undefined : one, map: undefined }),
            isCurrent: one === tab,
          }))}
        />
      </PageHead>
      <View />
    </>
  );
};

/** Shows whether changes still appear automatically. */
const LiveStatus = () => {
  const connected = useLive().connected.use();
  return (
    <p class={connected ? 'live muted small' : 'live lost muted small'} role="status">
      {connected ? 'Live' : 'Connection lost. Reconnecting…'}
    </p>
  );
};
