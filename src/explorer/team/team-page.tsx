import { maxPurchases, PurchaseTable } from '../activity/purchase-table.tsx';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Loading, Notice, ReadNotice } from '../components/notice.tsx';
import { addressOf } from '../frame/address.ts';
import {
  ChildTeams,
  Exclusions,
  Purchases,
  TeamConnectors,
  type TeamConnectorsQuery,
  Viewer,
} from '../generated/documents.ts';
import { wholeOf } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { PersonCell } from '../people/person-cell.tsx';
import { slugIn } from '../person/person-address.ts';
import { Reach } from '../reach/reach.tsx';
import { say } from '../sentences.ts';
import { useRights } from '../session/rights.ts';
import { Access, useInvitations } from './access.tsx';
import { AddConnectorsForm } from './add-connectors.tsx';
import { ChildTeamsSection } from './child-teams.tsx';
import { TeamExclusions } from './exclusions.tsx';

type Connector = NonNullable<TeamConnectorsQuery['connectors']>['nodes'][number];

const columns: readonly ListColumn<Connector>[] = [
  {
    key: 'name',
    name: say.list.name,
    width: 'minmax(9rem, 1.5fr)',
    text: ({ name }) => name ?? '',
    cell: ({ name, profile }) => <PersonCell id={slugIn(profile?.xnetUrl)} name={name} />,
  },
  {
    key: 'title',
    name: say.list.title,
    width: 'minmax(0, 1.5fr)',
    rank: 1,
    text: ({ profile }) => profile?.currentTitle ?? '',
  },
  {
    key: 'company',
    name: say.list.company,
    width: 'minmax(0, 1.2fr)',
    rank: 1,
    text: ({ profile }) => profile?.currentCompanyName ?? '',
  },
  {
    key: 'knows',
    name: say.team.knows,
    width: '11rem',
    text: () => '',
    cell: ({ id }) => <a href={addressOf('/people', { via: id })}>{say.team.show}</a>,
  },
];

/** Connectors, child teams, access and exclusions: shown together, so that no part moves another when it is read. */
export const TeamPage = () => {
  const team = useQuery(TeamConnectors, {});
  const connectors = team.data?.connectors;
  const { act } = useRights();
  const invited = useInvitations(act);
  const reads = [
    team,
    useQuery(Viewer, {}),
    useQuery(ChildTeams, {}),
    useQuery(Purchases, { first: maxPurchases }),
    useQuery(Exclusions, {}),
  ];
  if (reads.some(({ isLoading }) => isLoading) || invited.isLoading)
    return (
      <>
        <PageHead title={say.team.title} />
        <Loading lines={12} />
      </>
    );
  return (
    <>
      <PageHead title={say.team.title} count={connectors && say.team.count(connectors.nodes.length)} />
      {!connectors && <ReadNotice read={team} member="connectors" lines={8} />}
      {connectors?.nodes.length === 0 && (
        <Notice title={say.team.none} body={act ? say.team.noneBody : say.team.noneReading} heading="h2" />
      )}
      {connectors && connectors.nodes.length > 0 && (
        <List
          label={say.team.title}
          source={wholeOf(connectors.nodes)}
          columns={columns}
          keyOf={({ id }) => id}
          fileName="connectors"
          counted={say.team.count}
        />
      )}
      {act && <AddConnectorsForm onAppeared={team.refresh} />}
      <ChildTeamsSection />
      {act && <Access invited={invited} />}
      <PurchaseTable />
      <TeamExclusions />
      <Reach />
    </>
  );
};
