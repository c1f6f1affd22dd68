import { useEffect, useMemo } from 'preact/hooks';
import { numberColumn } from '../components/columns.ts';
import { LoadingPage, PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { Notice, ReadNotice } from '../components/notice.tsx';
import { role } from '../format.ts';
import { addressOf, slugIn } from '../frame/address.ts';
import {
  ChildTeams,
  Exclusions,
  Purchases,
  ReachRows,
  TeamConnectors,
  type TeamConnectorsQuery,
  Viewer,
} from '../generated/documents.ts';
import { usePages } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { employersOf } from '../people/employers.ts';
import { PersonCell } from '../people/person-cell.tsx';
import { plural, say } from '../sentences.ts';
import { useRights } from '../session/session.ts';
import { Access, useInvitations } from './access.tsx';
import { AddConnectorsForm } from './add-connectors.tsx';
import { ChildTeamsSection } from './child-teams.tsx';
import { TeamExclusions } from './exclusions.tsx';
import { maxPurchases, PurchaseTable } from './purchase-table.tsx';

type Connector = NonNullable<TeamConnectorsQuery['connectors']>['nodes'][number];

/** Whom a connector can reach. */
interface Reach {
  readonly people: number;
  /** How many of them no other connector knows. */
  readonly only: number;
  /** Where most of them work. */
  readonly most: readonly string[];
}

const maxEmployers = 3;

const counted = (count: number): string => plural(count, 'connector', 'connectors');

/** Whom each connector can reach, by the connector's id; read to the end, since counts need all. */
const useReach = (): ReadonlyMap<string, Reach> => {
  const { list } = usePages(ReachRows, {}, ({ relationships }) => relationships);
  useEffect(() => {
    if (list?.more && !list.isReading) list.all();
  }, [list?.more === undefined, list?.isReading]);
  return useMemo(() => {
    const known = (list?.rows ?? []).flatMap(({ profile, connections }) => {
      const ids = new Set((connections ?? []).flatMap((one) => one?.connector?.id ?? []));
      return [...ids].map((id) => ({ id, profile, isOnly: ids.size === 1 }));
    });
    return new Map(
      [...Map.groupBy(known, ({ id }) => id)].map(([id, rows]) => {
        const most = employersOf(rows).slice(0, maxEmployers);
        const only = rows.filter(({ isOnly }) => isOnly).length;
        return [id, { people: rows.length, only, most: most.map(({ name }) => name) }];
      }),
    );
  }, [list?.rows]);
};

const columnsOf = (reach: ReadonlyMap<string, Reach>): readonly ListColumn<Connector>[] => [
  {
    key: 'name',
    name: 'Name',
    width: 'minmax(9rem, 1.5fr)',
    text: ({ name }) => name ?? '',
    cell: ({ name, profile }) => <PersonCell id={slugIn(profile?.xnetUrl)} name={name} />,
  },
  {
    key: 'title',
    name: 'Title',
    width: 'minmax(0, 1.5fr)',
    rank: 1,
    text: ({ profile }) => role(profile?.currentTitle, profile?.currentCompanyName),
  },
  {
    key: 'most',
    name: 'Mostly at',
    width: 'minmax(0, 1.5fr)',
    rank: 1,
    text: ({ id }) => reach.get(id)?.most.join(', ') ?? '',
  },
  {
    ...numberColumn({ key: 'only', name: 'Nobody else knows' }, ({ id }: Connector) => reach.get(id)?.only ?? 0),
    rank: 1,
  },
  {
    ...numberColumn({ key: 'reach', name: 'Reaches' }, ({ id }: Connector) => reach.get(id)?.people ?? 0),
    cell: ({ id }) => <a href={addressOf('/people', { via: id })}>{say.people(reach.get(id)?.people ?? 0)}</a>,
  },
];

/** Connectors, child teams, access and exclusions: shown together, so that no part moves another when it is read. */
export const TeamPage = () => {
  const team = useQuery(TeamConnectors, {});
  const connectors = team.data?.connectors;
  const { act } = useRights();
  const invited = useInvitations(act);
  const reach = useReach();
  const columns = useMemo(() => columnsOf(reach), [reach]);
  const reads = [
    team,
    useQuery(Viewer, {}),
    useQuery(ChildTeams, {}),
    useQuery(Purchases, { first: maxPurchases }),
    useQuery(Exclusions, {}),
  ];
  if (reads.some(({ isLoading }) => isLoading) || invited.isLoading) return <LoadingPage title="Team" />;
  return (
    <>
      <PageHead title="Team" count={connectors && counted(connectors.nodes.length)} />
      {!connectors && <ReadNotice read={team} member="connectors" lines={8} />}
      {connectors?.nodes.length === 0 && (
        <Notice
          title="No connectors yet"
          body={
            act
              ? 'Connectors are the people on your team whose networks you can use.'
              : 'Connectors are the people on your team whose networks you can use. Somebody with the right to act adds them here.'
          }
          heading="h2"
        />
      )}
      {connectors && connectors.nodes.length > 0 && (
        <List label="Team" source={connectors.nodes} columns={columns} keyOf={({ id }) => id} fileName="connectors" />
      )}
      {act && <AddConnectorsForm onAppeared={team.refresh} />}
      <ChildTeamsSection />
      {act && <Access invited={invited} />}
      <PurchaseTable />
      <TeamExclusions />
    </>
  );
};
