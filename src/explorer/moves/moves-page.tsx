import { useMemo } from 'preact/hooks';
import { filterNames, filtersIn, whereOf } from '../../questions/people-filters.ts';
import { LinkButton } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import type { ListColumn } from '../components/list.tsx';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { aYearAgo, date, day } from '../format.ts';
import { useAddress } from '../frame/address.ts';
import { Changes, Network, Watches } from '../generated/documents.ts';
import { usePages } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { FilterChips } from '../people/filter-chips.tsx';
import type { NetworkRow } from '../people/network-columns.tsx';
import { NetworkList } from '../people/network-list.tsx';
import { say } from '../sentences.ts';
import { isMove } from '../watches/change-log.ts';
import { useWeeks, type Week, Weeks } from './weeks.tsx';

/** How many moves the first view of the page has at least, if the last year has as many. */
const enough = 10;

/** The first day of the shortest window of whole weeks with enough moves, or a year ago. */
const usualSince = (weeks: readonly Week[]): string => {
  let sum = 0;
  for (const { start, count = 0 } of weeks.toReversed()) {
    sum += count;
    if (sum >= enough) return start;
  }
  return aYearAgo();
};

/** Whether a text is a day, or two with `..` between them. */
const isSince = (text: string | undefined): text is string =>
  /^\d{4}-\d{2}-\d{2}(?:\.\.\d{4}-\d{2}-\d{2})?$/.test(text ?? '');

const sayTime = (since: string): string => {
  const [from = '', to] = since.split('..').map(date);
  return to === undefined ? `since ${from}` : `from ${from} to ${to}`;
};

/** The week in which somebody started, if it is one of the last eight. */
const startedIn = (weeks: readonly Week[]): ListColumn<NetworkRow> => {
  const startOf = ({ profile }: NetworkRow) => weeks.find(({ ids }) => ids.has(profile?.id ?? ''))?.start;
  return {
    key: 'started',
    name: 'Started',
    width: '8rem',
    rank: 1,
    order: (row) => Date.parse(startOf(row) ?? '') || 0,
    text: (row) => {
      const start = startOf(row);
      return start === undefined ? '' : `week of ${day(start)}`;
    },
  };
};

/** Whom the watches of this team saw leave an employer, and which; empty without a watch of the network. */
const useFormer = (): ReadonlyMap<string, string> => {
  const watch = useQuery(Watches, {}).data?.watches?.find(({ of }) => of === 'NETWORK');
  const { data } = useQuery(Changes, watch && { watch: watch.id, since: null, first: maxChanges });
  return useMemo(
    () =>
      new Map(
        (data?.networkChanges?.nodes ?? []).flatMap((change) =>
          isMove(change) && change.profileId && change.before.employer
            ? [[change.profileId, change.before.employer] as const]
            : [],
        ),
      ),
    [data],
  );
};

const maxChanges = 1000;

/** Where somebody came from, if a watch saw it. */
const cameFrom = (former: ReadonlyMap<string, string>): ListColumn<NetworkRow> => {
  const text = ({ profile }: NetworkRow) => former.get(profile?.id ?? '') ?? '';
  return { key: 'from', name: 'From', width: 'minmax(0, 1fr)', rank: 1, text };
};

/** People in the network who recently started a new job. */
export const MovesPage = () => {
  const { query, changed } = useAddress();
  const weeks = useWeeks();
  const since = isSince(query.since) ? query.since : weeks && usualSince(weeks);
  const hasWeeks = weeks?.some(({ ids }) => ids.size > 0) ?? false;
  const former = useFormer();
  const extra = useMemo(
    () => [...(weeks && hasWeeks ? [startedIn(weeks)] : []), ...(former.size > 0 ? [cameFrom(former)] : [])],
    [hasWeeks, former],
  );
  const filters = { ...filtersIn(query), since: since ?? '' };
  const where = whereOf(filters);
  const people = usePages(Network, since === undefined ? undefined : { where }, ({ relationships }) => relationships);
  const { list, failure } = people;
  return (
    <>
      <PageHead title="Moves" count={list && `${say.people(list.total)} started a new job ${sayTime(filters.since)}`} />
      <Weeks weeks={weeks} since={filters.since} />
      {people.isLoading && <Loading lines={18} />}
      {failure && <FailureNotice failure={failure} again={people.again} />}
      {list && list.total > 0 && (
        <NetworkList label="Moves" source={list} fileName="moves" extra={extra}>
          <FilterChips names={filterNames} filters={filters} />
        </NetworkList>
      )}
      {list?.total === 0 && (
        <>
          <div class="list-bar row">
            <FilterChips names={filterNames} filters={filters} />
          </div>
          <Notice title="Nobody in your network started a job in this time" heading="h2">
            <LinkButton href={changed({ since: aYearAgo() })} label="Show the last 12 months" kind="primary" />
          </Notice>
        </>
      )}
    </>
  );
};
