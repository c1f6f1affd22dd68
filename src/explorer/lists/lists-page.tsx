import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Loading, Notice } from '../components/notice.tsx';
import { number } from '../format.ts';
import { KeptLists } from '../generated/documents.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { type KeptList, keptAddress, keptLists } from './kept.ts';

const columns: readonly ListColumn<KeptList>[] = [
  {
    key: 'name',
    name: say.lists.name,
    width: 'minmax(9rem, 2fr)',
    text: ({ name }) => name,
    cell: ({ name, address }) => (
      <a href={address} dir="auto">
        {name}
      </a>
    ),
  },
  {
    key: 'targets',
    name: say.lists.targets,
    width: '8rem',
    isNumeric: true,
    order: ({ targets }) => targets,
    text: ({ targets }) => number(targets),
  },
  {
    key: 'reachable',
    name: say.lists.reachable,
    width: '8rem',
    isNumeric: true,
    order: ({ reachable }) => reachable ?? -1,
    text: ({ reachable }) => (reachable === undefined ? '' : number(reachable)),
  },
];

/** The lists of targets. */
export const ListsPage = () => {
  const read = useQuery(KeptLists, {});
  const kept = (read.data?.targetLists ?? []).map(
    ({ id, name, totalCount }): KeptList => ({
      address: keptAddress(id),
      name,
      targets: totalCount,
      reachable: undefined,
    }),
  );
  const lists = [...kept, ...keptLists.value];
  const create = (
    <a class="button bar primary" href="/lists/new">
      <Icon name="add" />
      <span>{say.lists.create}</span>
    </a>
  );
  return (
    <>
      <PageHead title={say.nav.lists} count={lists.length > 0 && say.lists.count(lists.length)}>
        {create}
      </PageHead>
      {read.isLoading && <Loading lines={3} />}
      {!read.isLoading && lists.length === 0 && (
        <Notice title={say.lists.none} body={say.lists.noneBody} heading="h2">
          {create}
        </Notice>
      )}
      {!read.isLoading && lists.length > 0 && (
        <>
          {keptLists.value.length > 0 && <p class="muted note">{say.lists.inAddress}</p>}
          <List
            label={say.nav.lists}
            source={wholeOf(lists)}
            columns={columns}
            keyOf={({ address }) => address}
            fileName="lists"
            counted={say.lists.count}
          />
        </>
      )}
    </>
  );
};
