import { LinkButton } from '../components/button.tsx';
import { timeColumn } from '../components/columns.ts';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { TextLink } from '../components/text.tsx';
import { day } from '../format.ts';
import { keptAddress } from '../frame/address.ts';
import { KeptLists, type KeptListsQuery } from '../generated/documents.ts';
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
  { ...timeColumn({ key: 'made', name: 'Made' }, ({ createdAt }: Kept) => createdAt, day), isNumeric: true, rank: 0 },
];

/** Overview of the stored lists. */
export const ListsPage = () => {
  const read = useQuery(KeptLists, {});
  const lists = read.data?.targetLists;
  const create = <LinkButton kind="bar primary" icon="add" href="/lists/new" label="Paste a list" />;
  return (
    <>
      <PageHead title="Lists" count={lists && lists.length > 0 && plural(lists.length, 'list', 'lists')}>
        {create}
      </PageHead>
      {!lists && <ReadNotice read={read} member="targetLists" lines={3} />}
      {lists && (
        <List
          label="Lists"
          source={lists}
          columns={columns}
          keyOf={({ id }) => id}
          fileName="lists"
          empty={
            <Notice
              title="No lists yet"
              body="Paste names, links or domains, or select people in any list."
              heading="h2"
            >
              {create}
            </Notice>
          }
        />
      )}
    </>
  );
};
