import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Notice, OutcomeNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Pager, placeIn } from '../components/pager.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Network } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { FilterBar } from './filter-bar.tsx';
import { addressOf, filtersIn, whereOf } from './filters.ts';
import { NetworkTable } from './network-table.tsx';

/** How many rows a page may have. */
const rowChoices = [50, 200, 1000] as const;

/** Everybody whom the team's connectors know; free. */
export const NetworkPage = () => {
  const { query, path, route } = useLocation();
  const vocabulary = useVocabulary();
  const filters = filtersIn(query);
  const rows = rowChoices.find((choice) => String(choice) === query.rows) ?? rowChoices[0];
  const variables = { where: whereOf(filters), first: rows, after: placeIn(query).after };
  const { outcome, again } = useQuery(Network, variables);
  const found = outcome.kind === 'done' ? outcome.data.relationships : undefined;

  useEffect(() => vocabulary.addProfiles((found?.nodes ?? []).map(({ profile }) => profile)), [found]);

  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageTitle title={say.list.ours} lead={say.list.oursBody} />
      <FilterBar filters={filters} ignored={query.ignored} />
      <div class="list-head">
        <p class="count" role="status">
          {found && say.list.count(found.totalCount)}
        </p>
        <div class="list-tools">
          <label class="rows">
            <span>{say.table.rows}</span>
            <select
              value={rows}
              onChange={({ currentTarget }) => route(addressOf(path, filters, { rows: currentTarget.value }))}
            >
              {rowChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          </label>
          <a href={addressOf('/people/everyone', filters)}>{say.list.alsoEveryone}</a>
          <QueryLink document={Network} variables={variables} />
        </div>
      </div>
      <OutcomeNotice outcome={outcome} again={again} member="relationships" lines={8} />
      {found && found.nodes.length > 0 && (
        <NetworkTable label={say.list.ours} relationships={found.nodes} fileName="our-network" />
      )}
      {found && found.nodes.length === 0 && (
        <Notice
          title={isFiltered ? say.list.empty : say.list.noNetwork}
          body={isFiltered ? say.list.emptyBody : say.list.noNetworkBody}
          heading="h2"
        />
      )}
      {found && <Pager next={found.pageInfo.hasNextPage ? (found.pageInfo.endCursor ?? undefined) : undefined} />}
    </>
  );
};
