import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { CompanyLink } from '../company/company-link.tsx';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { Missing, Notice, OutcomeNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Pager, placeIn } from '../components/pager.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { CountEveryone, Everyone, type EveryoneQuery } from '../generated/documents.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, filtersIn, whereOf } from './filters.ts';

type Person = NonNullable<EveryoneQuery['searchProfiles']>['nodes'][number];

const pageSize = 20;

const columns: readonly TableColumn<Person>[] = [
  {
    name: say.list.name,
    text: ({ fullName }) => fullName ?? '',
    cell: ({ id, fullName }) => <PersonLink id={id} name={fullName} />,
  },
  { name: say.list.role, text: ({ currentTitle }) => currentTitle ?? '' },
  {
    name: say.list.employer,
    text: ({ currentCompanyName }) => currentCompanyName ?? '',
    cell: ({ currentCompanyName }) => <CompanyLink name={currentCompanyName} />,
  },
  { name: say.list.place, text: ({ currentLocation }) => currentLocation ?? '' },
];

/** All people on record: counted free, shown for their price. */
export const EveryonePage = () => {
  const { query } = useLocation();
  const filters = filtersIn(query);
  const where = whereOf(filters);
  const count = useQuery(CountEveryone, { where });
  const variables = { where, first: pageSize, after: placeIn(query).after };
  const page = usePaid(Everyone, variables);
  const vocabulary = useVocabulary();

  const total = count.outcome.kind === 'done' ? count.outcome.data.searchProfiles?.totalCount : undefined;
  const found = page.outcome?.kind === 'done' ? page.outcome.data.searchProfiles : undefined;
  const missing = page.outcome?.kind === 'done' ? page.outcome.errors.map(({ message }) => message) : [];

  useEffect(() => vocabulary.addProfiles(found?.nodes ?? []), [found]);

  return (
    <>
      <PageTitle title={say.list.everyone} lead={say.list.everyoneBody} />
      <FilterBar filters={filters} ignored={query.ignored} />
      <div class="list-head">
        <p class="count" role="status">
          {total !== undefined && say.list.count(total)}
        </p>
        <div class="list-tools">
          <a href={addressOf('/people', filters)}>{say.list.alsoOurs}</a>
          <QueryLink document={Everyone} variables={variables} />
        </div>
      </div>
      <OutcomeNotice {...count} member="searchProfiles" />
      {total === 0 && <Notice title={say.list.countEmpty} body={say.list.emptyBody} heading="h2" />}
      {total !== undefined && total > 0 && page.outcome === undefined && (
        <div class="card buy">
          <PriceButton
            label={say.list.show(Math.min(pageSize, total))}
            price={page.price}
            onBuy={page.buy}
            onReprice={page.reprice}
          />
        </div>
      )}
      {page.outcome && <OutcomeNotice outcome={page.outcome} again={page.reprice} member="searchProfiles" lines={8} />}
      {found && (
        <DataTable
          label={say.list.everyone}
          caption={say.list.caption(found.nodes.length)}
          columns={columns}
          rows={found.nodes}
          keyOf={({ id }) => id}
          fileName="people"
        />
      )}
      {found && <Missing messages={missing} />}
      {found && <Pager next={found.pageInfo.hasNextPage ? (found.pageInfo.endCursor ?? undefined) : undefined} />}
    </>
  );
};
