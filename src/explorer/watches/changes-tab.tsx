import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Choices } from '../components/menu.tsx';
import { FailureNotice, Loading, Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { useAddress } from '../frame/address.ts';
import { Watches } from '../generated/documents.ts';
import { readable } from '../graph/outcome.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/session.ts';
import { useChangeLog } from './change-log.ts';
import { ChangeTable } from './change-table.tsx';
import { StateChip, type Watch, WatchList } from './watch-list.tsx';
import { WatchThis } from './watch-this.tsx';

const startingMs = 2000;

/** Changes in a watched network, moves first, and the list of watches. */
export const ChangesTab = () => {
  const { query } = useAddress();
  const { act } = useRights();
  const read = useQuery(Watches, {});
  const watches = read.data?.watches;
  const isStarting = watches?.some(({ state }) => state === 'STARTING') ?? false;
  useEffect(() => {
    // No event says that a watch has been read for the first time.
    const timer = isStarting ? setTimeout(read.refresh, startingMs) : undefined;
    return () => clearTimeout(timer);
  });

  if (read.errors.some(({ extensions }) => extensions?.code === 'WATCHES_OFF'))
    return <Notice title="Watches are off: set KITH_WATCHES=on to turn them on." heading="h2" />;
  if (!watches) return <ReadNotice read={read} member="watches" lines={8} />;
  const watch = watches.find(({ id }) => id === query.watch) ?? watches[0];
  if (!watch)
    return (
      <Notice
        title="Nothing is watched yet"
        body={
          act
            ? 'Watch your network, or a list, person, company or filter: changes appear here, for free.'
            : 'This session can’t watch. In one that may act, changes appear here, for free.'
        }
        heading="h2"
      >
        {act && <WatchThis name="Our network" where={null} />}
      </Notice>
    );
  return (
    <>
      <div class="row wrap list-bar">
        {watches.length > 1 ? (
          <WatchChoice watches={watches} watch={watch} />
        ) : (
          <strong dir="auto">{watch.name}</strong>
        )}
        <StateChip state={watch.state} />
      </div>
      {watch.reason && <Missing title={say.watch[watch.state]} messages={[readable(watch.reason)]} />}
      <ChangesOf key={watch.id} watch={watch}>
        <WatchList watches={watches} onChanged={read.refresh} />
      </ChangesOf>
    </>
  );
};

const WatchChoice = ({ watches, watch }: { readonly watches: readonly Watch[]; readonly watch: Watch }) => {
  const { go, changed } = useAddress();
  return (
    <Choices
      label={watch.name}
      icon="down"
      choices={watches.map(({ id, name }) => ({
        name,
        isCurrent: id === watch.id,
        choose: () => go(changed({ watch: id })),
      }))}
    />
  );
};

/** The changes of a watch, newest first, and once they are read, what is below. */
const ChangesOf = ({ watch, children }: { readonly watch: Watch; readonly children: ComponentChildren }) => {
  const log = useChangeLog(watch.id);
  const changes = log.changes.use().toReversed();
  const failure = log.failure.use();
  const isRead = log.isRead.use();
  return (
    <>
      {failure && <FailureNotice failure={failure} again={() => void log.read()} />}
      {!failure && !isRead && <Loading lines={8} />}
      {isRead && changes.length === 0 && <p class="muted above small">Nothing has changed yet.</p>}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {(isRead || failure) && children}
    </>
  );
};
