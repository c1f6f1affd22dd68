import { Switch } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { useAddress } from '../frame/address.ts';
import { useLive } from '../live/live.ts';
import { say } from '../sentences.ts';
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
      <PageHead title={say.nav.activity}>
        <LiveStatus />
        <Switch
          label={say.activity.views}
          views={tabs.map((one) => ({
            name: say.activity.tabs[one],
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
    <p class={connected ? 'live' : 'live lost'} role="status">
      {connected ? say.live.connected : say.live.lost}
    </p>
  );
};
