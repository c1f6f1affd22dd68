import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { TextLink } from '../components/text.tsx';
import { day } from '../format.ts';
import { keptAddress } from '../frame/address.ts';
import { KeptLists, type KeptListsQuery } from '../generated/documents.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';

type Kept = NonNullable<KeptListsQuery['targetLists']>[number];

const columns: readonly ListColumn<Kept>[] = [
  {
    key: 'name',
    name: say.lists.name,
    width: 'minmax(9rem, 2fr)',
    text: ({ name }) => name,
    cell: ({ id, name }) => <TextLink href={keptAddress(id)}>{name}</TextLink>,
  },
  {
    key: 'progress',
    name: say.lists.progress,
    width: '12rem',
    order: ({ progress, totalCount }) => (totalCount === 0 ? 0 : (progress ?? 0) / totalCount),
    text: ({ progress, totalCount }) => say.lists.askedOf(progress ?? 0, totalCount),
  },
  {
    key: 'made',
    name: say.lists.made,
    width: '9rem',
    isNumeric: true,
    order: ({ createdAt }) => Date.parse(createdAt),
    text: ({ createdAt }) => day(createdAt),
  },
];

/** Overview of the stored lists. */
export const ListsPage = () => {
  const read = useQuery(KeptLists, {});
  const lists = read.data?.targetLists;
  const create = (
    <a class="button bar primary" href="/lists/new">
      <Icon name="add" />
      <span>{say.lists.create}</span>
    </a>
  );
  return (
    <>
      <PageHead title={say.nav.lists} count={lists && lists.length > 0 && say.lists.count(lists.length)}>
        {create}
      </PageHead>
      {!lists && <ReadNotice read={read} member="targetLists" lines={3} />}
      {lists?.length === 0 && (
        <Notice title={say.lists.none} body={say.lists.noneBody} heading="h2">
          {create}
        </Notice>
      )}
      {lists && lists.length > 0 && (
        <List
          label={say.nav.lists}
          source={wholeOf(lists)}
          columns={columns}
          keyOf={({ id }) => id}
          fileName="lists"
          counted={say.lists.count}
        />
      )}
    </>
  );
};
