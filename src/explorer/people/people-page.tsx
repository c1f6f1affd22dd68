import { useEffect } from 'preact/hooks';
import { type Filters, filterNames, filtersIn, whereOf } from '../../questions/people-filters.ts';
import { AgainButton, LinkButton, Switch } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { FailureNotice, Loading, Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { number } from '../format.ts';
import { addressOf, useAddress } from '../frame/address.ts';
import { focusOn } from '../frame/focus.ts';
import {
  CountPeople,
  EmptiedBy,
  Everyone,
  type EveryoneQuery,
  Network,
  TeamConnectors,
} from '../generated/documents.ts';
import { readable } from '../graph/outcome.ts';
import { usePages } from '../graph/use-pages.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { FilterChips, labelsOf } from './filter-chips.tsx';
import { NetworkList } from './network-list.tsx';
import { NoMatches, NoNetwork } from './no-matches.tsx';
import { personColumns } from './person-cell.tsx';

/** People: our network, free; and all people on record, counted free and named for their price. */
export const PeoplePage = () => {
  const { query } = useAddress();
  const filters = filtersIn(query);
  // Without the connectors nobody is known by name to filter by.
  const connectors = useQuery(TeamConnectors, filters.via === undefined ? undefined : {});
  const named = connectors.data?.connectors?.nodes;
  if (filters.via !== undefined && !named) return <ReadNotice read={connectors} member="connectors" lines={8} />;
  const where = whereOf(filters, named);
  return query.scope === 'all' ? (
    <AllPeople key="all" filters={filters} where={where} />
  ) : (
    <OurNetwork key="ours" filters={filters} where={where} />
  );
};

interface ScopeProps {
  readonly filters: Filters;
  readonly where: ReturnType<typeof whereOf>;
}

const OurNetwork = ({ filters, where }: ScopeProps) => {
  const { query } = useAddress();
  const vocabulary = useVocabulary();
  const people = usePages(Network, { where }, ({ relationships }) => relationships);
  const { list, failure } = people;
  useEffect(() => {
    if (list) vocabulary.addProfiles(list.rows.map(({ profile }) => profile));
  }, [list?.rows]);
  const isFiltered = Object.keys(filters).length > 0;
  const chips = <FilterChips names={filterNames} filters={filters} ignored={query.ignored} />;
  return (
    <>
      <PageHead title="People" count={list && say.people(list.total)}>
        <ScopeSwitch />
        <WatchThis name={labelsOf(filters, 'Our network')} where={where} />
      </PageHead>
      {people.isLoading && <div class="list-bar row">{chips}</div>}
      {people.isLoading && <Loading lines={18} />}
      {failure && <FailureNotice failure={failure} again={people.again} />}
      {list && list.total > 0 && (
        <NetworkList label="Our network" source={list} fileName="our-network">
          {chips}
        </NetworkList>
      )}
      {list?.total === 0 && !isFiltered && <NoNetwork />}
      {list?.total === 0 && isFiltered && (
        <>
          <div class="list-bar row">{chips}</div>
          <NobodyMatches filters={filters} where={where} />
        </>
      )}
    </>
  );
};

/** An empty list of the network: how many people on record its filters match, and what empties it. */
const NobodyMatches = ({ where, filters }: ScopeProps) => {
  const total = useQuery(CountPeople, { where }).data?.searchProfiles?.totalCount;
  const several = Object.keys(filters).length > 1;
  const { data } = useQuery(EmptiedBy, several ? { where } : undefined);
  return (
    <NoMatches path="/people" filters={filters} emptiedBy={data?.relationships?.emptiedBy} counted={say.people}>
      <LinkButton
        href={addressOf('/people', { ...filters, scope: 'all' })}
        label={total ? `${say.people(total)} match among all people` : 'Search all people'}
      />
    </NoMatches>
  );
};

/** Our network, or all people. */
const ScopeSwitch = () => {
  const { query, path } = useAddress();
  const filters = filtersIn(query);
  const isAll = query.scope === 'all';
  return (
    <Switch
      label="Whose network"
      views={[
        { name: 'Our network', href: addressOf(path, filters), isCurrent: !isAll },
        { name: 'All people', href: addressOf(path, { ...filters, scope: 'all' }), isCurrent: isAll },
      ]}
    />
  );
};

type Person = NonNullable<EveryoneQuery['searchProfiles']>['nodes'][number];

const pageSize = 20;

const columns: readonly ListColumn<Person>[] = [
  ...personColumns((person: Person) => person),
  {
    key: 'place',
    name: 'Place',
    width: 'minmax(0, 1fr)',
    rank: 1,
    text: ({ currentLocation }) => currentLocation ?? '',
  },
];

const AllPeople = ({ filters, where }: ScopeProps) => {
  const { query, changed } = useAddress();
  const vocabulary = useVocabulary();
  const count = useQuery(CountPeople, { where });
  const total = count.data?.searchProfiles?.totalCount;
  const variables = { where, first: pageSize, after: query.after ?? null };
  const page = usePaid(Everyone, variables);
  const found = page.data?.searchProfiles;
  // Rows of which nothing could be read say nothing.
  const rows = (found?.nodes ?? []).filter(({ fullName }) => fullName !== null);
  const reasons = page.errors.map(({ message }) => readable(message));
  const at = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1);
  const before = (at - 1) * pageSize;

  useEffect(() => vocabulary.addProfiles(found?.nodes ?? []), [found]);
  useEffect(() => {
    if (found) focusOn(() => document.querySelector<HTMLElement>('.page-head .count'));
  }, [found !== undefined && found !== null]);

  return (
    <>
      <PageHead title="People" count={total !== undefined && say.people(total)}>
        <ScopeSwitch />
        {where && <WatchThis name={labelsOf(filters, 'All people')} where={where} of="SEARCH" />}
      </PageHead>
      <div class="list-bar row">
        <FilterChips names={filterNames} filters={filters} ignored={query.ignored} />
      </div>
      <ReadNotice read={count} member="searchProfiles" />
      {total === 0 && <Notice title="No matches on record" body={say.checkFilters} heading="h2" />}
      {total !== undefined && total > 0 && !page.isBought && (
        <div class="card row wrap loose above">
          <p class="muted">Counts are free. Each new name costs 1 credit, once.</p>
          <PriceButton label={`Show ${number(Math.min(pageSize, total))}`} paid={page} />
        </div>
      )}
      {page.isBought && <ReadNotice read={page} member="searchProfiles" lines={8} />}
      {found && rows.length === 0 && (
        <Notice title="Nothing could be shown" body={[...new Set(reasons)].join(' ')} heading="h2" role="alert">
          <AgainButton again={page.again} />
        </Notice>
      )}
      {found && rows.length > 0 && (
        <>
          <Missing messages={reasons} />
          <List
            label="All people"
            source={rows}
            columns={columns}
            keyOf={({ id }) => id}
            fileName="people"
            peekOf={({ id }) => `people/${id}`}
          />
        </>
      )}
      {found && (
        <nav class="way-on row wrap loose above" aria-label="Pages of this list">
          <span class="muted">
            {number(before + 1)}–{number(before + found.nodes.length)} of {number(found.totalCount)}
          </span>
          {at > 1 && <LinkButton href={changed({ after: undefined, page: undefined })} label="First page" />}
          {found.pageInfo.hasNextPage && (
            <LinkButton
              href={changed({ after: found.pageInfo.endCursor ?? undefined, page: String(at + 1) })}
              label="Next page"
            />
          )}
        </nav>
      )}
    </>
  );
};
