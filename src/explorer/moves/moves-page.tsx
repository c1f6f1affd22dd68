import { PageHead } from '../components/head.tsx';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { aYearAgo } from '../format.ts';
import { useAddress } from '../frame/address.ts';
import { Network } from '../generated/documents.ts';
import { usePages } from '../graph/use-pages.ts';
import { FilterChips } from '../people/filter-chips.tsx';
import { filtersIn, whereOf } from '../people/filters.ts';
import { NetworkList } from '../people/network-list.tsx';
import { say } from '../sentences.ts';
import { Weeks } from './weeks.tsx';

/** The first day of the month before last. */
const usualSince = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1)).toISOString().slice(0, 10);
};

/** People in the network who recently started a new job. */
export const MovesPage = () => {
  const { query, changed } = useAddress();
  const filters = { ...filtersIn(query), since: query.since ?? usualSince() };
  const where = whereOf(filters);
  const people = usePages(Network, { where }, ({ relationships }) => relationships);
  const { list, failure } = people;
  return (
    <>
      <PageHead title={say.moves.title} count={list && say.moves.count(list.total, filters.since)} />
      <Weeks since={filters.since} />
      {people.isLoading && <Loading lines={18} />}
      {failure && <FailureNotice failure={failure} again={people.again} />}
      {list && list.total > 0 && (
        <NetworkList label={say.moves.title} source={list} fileName="moves">
          <FilterChips filters={filters} />
        </NetworkList>
      )}
      {list?.total === 0 && (
        <>
          <div class="list-bar">
            <FilterChips filters={filters} />
          </div>
          <Notice title={say.moves.none} heading="h2">
            <a class="button primary" href={changed({ since: aYearAgo() })}>
              {say.moves.year}
            </a>
          </Notice>
        </>
      )}
    </>
  );
};
