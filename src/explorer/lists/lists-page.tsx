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
import { plural, say } from '../sentences.ts';

type Kept = NonNullable<KeptListsQuery['targetLists']>[number];

const columns: readonly ListColumn<Kept>[] = [
  {
    key: 'name',
    name: 'List',
    width: 'minmax(9rem, 2fr)',
    text: ({ name }) => name,
    cell: ({ id, name }) => <TextLink href={keptAddress(id)}>{name}</TextLink>,
  },
  {
    key: 'progress',
    name: 'Progress',
    width: '12rem',
    order: ({ progress, totalCount }) => (totalCount === 0 ? 0 : (progress ?? 0) / totalCount),
    text: ({ progress, totalCount }) => say.asked(progress ?? 0, totalCount),
  },
  {
    key: 'made',
    name: 'Made',
    width: '9rem',
    isNumeric: true,
    order: ({ createdAt }) => Date.parse(createdAt),
    text: ({ createdAt }) => day(createdAt),
  },
];

const counted = (count: number): string => plural(count, 'list', 'lists');

/** Overview of the stored lists. */
export const ListsPage = () => {
  const read = useQuery(KeptLists, {});
  const lists = read.data?.targetLists;
  const create = (
    <a class="button bar primary" href="/lists/new">
      <Icon name="add" />
      <span>Paste a list</span>
    </a>
  );
  return (
    <>
      <PageHead title="Lists" count={lists && lists.length > 0 && counted(lists.length)}>
        {create}
      </PageHead>
      {!lists && <ReadNotice read={read} member="targetLists" lines={3} />}
      {lists?.length === 0 && (
        <Notice title="No lists yet" body="Paste names, links or domains, or select people in any list." heading="h2">
          {create}
        </Notice>
      )}
      {lists && lists.length > 0 && (
        <List
          label="Lists"
          source={wholeOf(lists)}
          columns={columns}
          keyOf={({ id }) => id}
          fileName="lists"
          counted={counted}
        />
      )}
    </>
  );
};
