import { useEffect, useMemo, useState } from 'preact/hooks';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { NetworkMap, type NetworkMapQuery } from '../generated/documents.ts';
import { type Graph, useGraph } from '../graph/graph.ts';
import { type Failure, failureAt } from '../graph/outcome.ts';
import { say } from '../sentences.ts';
import { type EmployerCircle, layOut, type MapPerson } from './layout.ts';
import { MapCanvas } from './map-canvas.tsx';

/** How many people a page of the query has, and how many are read at most. */
const first = 1000;
const most = 10_000;

/** What has been read of the network. */
interface Read {
  readonly people: readonly MapPerson[];
  readonly total: number;
  readonly done: boolean;
  readonly failure?: Failure | undefined;
}

const nothing: Read = { people: [], total: 0, done: false };

/** The whole network by employer, and the same as a table. */
export const MapPage = () => {
  const graph = useGraph();
  const [read, setRead] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    (async () => {
      for await (const part of readNetwork(graph, attempt > 0)) {
        if (!current) break;
        setRead(part);
      }
    })();
    return () => {
      current = false;
    };
  }, [graph, attempt]);

  const again = () => {
    setRead(nothing);
    setAttempt((count) => count + 1);
  };
  const { people, total, done, failure } = read;
  const employers = useMemo(() => (done ? layOut(people) : []), [people, done]);
  return (
    <>
      <PageTitle title={say.map.title} lead={say.map.lead} />
      {failure && <FailureNotice failure={failure} again={again} />}
      {!done && !failure && (
        <>
          <p class="muted" role="status">
            {total > 0 ? say.map.reading(people.length, total) : say.states.loading}
          </p>
          <Loading lines={8} />
        </>
      )}
      {done && people.length === 0 && <Notice title={say.list.noNetwork} body={say.list.noNetworkBody} heading="h2" />}
      {employers.length > 0 && (
        <>
          <div class="list-head">
            <p class="count" role="status">
              {say.map.count(people.length, employers.length)}
              {total > people.length && ` ${say.map.more(total)}`}
            </p>
            <QueryLink document={NetworkMap} variables={{ first }} />
          </div>
          <MapCanvas employers={employers} label={say.map.drawn(people.length, employers.length)} />
          <p id="map-keys" class="muted map-keys">
            {say.map.keys}
          </p>
          <Section title={say.map.table}>
            <EmployerTable employers={employers} />
          </Section>
          <Section title={say.map.everybody}>
            <PeopleTable people={people} />
          </Section>
        </>
      )}
    </>
  );
};

type Relationship = NonNullable<NetworkMapQuery['relationships']>['nodes'][number];

/** Reads the network a page at a time, and tells what there is by then. `fresh`: pages in memory do not do. */
async function* readNetwork(graph: Graph, fresh: boolean): AsyncGenerator<Read> {
  let people: readonly MapPerson[] = [];
  let after: string | undefined;
  for (;;) {
    const outcome = await graph.run(NetworkMap, { first, ...(after !== undefined && { after }) }, { fresh });
    const page = outcome.kind === 'done' ? outcome.data.relationships : undefined;
    if (!page) {
      const failure = failureAt(outcome, 'relationships') ?? { reason: 'failed', message: '' };
      yield { people, total: people.length, done: false, failure };
      return;
    }
    people = [...people, ...page.nodes.flatMap(personOf)];
    const done = !page.pageInfo.hasNextPage || people.length >= most;
    yield { people, total: page.totalCount, done };
    if (done) return;
    after = page.pageInfo.endCursor ?? undefined;
  }
}

const personOf = ({ profile, connections }: Relationship): readonly MapPerson[] =>
  profile
    ? [
        {
          id: profile.id,
          name: profile.fullName ?? say.unknownPerson,
          title: profile.currentTitle ?? '',
          employer: profile.currentCompanyName ?? '',
          reach: connections?.length ?? 0,
        },
      ]
    : [];

const reachOf = ({ people }: EmployerCircle): number => people.reduce((sum, { person }) => sum + person.reach, 0);

const employerColumns: readonly TableColumn<EmployerCircle>[] = [
  {
    name: say.list.employer,
    text: ({ employer }) => employer || say.map.noEmployer,
    cell: ({ employer }) =>
      employer ? <a href={`/people?company=${encodeURIComponent(employer)}`}>{employer}</a> : say.map.noEmployer,
  },
  {
    name: say.map.people,
    numeric: true,
    text: ({ people }) => number(people.length),
    order: ({ people }) => people.length,
  },
  { name: say.map.reach, numeric: true, text: (row) => number(reachOf(row)), order: reachOf },
];

const EmployerTable = ({ employers }: { readonly employers: readonly EmployerCircle[] }) => (
  <DataTable
    label={say.map.table}
    caption={say.map.employers(employers.length)}
    columns={employerColumns}
    rows={employers}
    keyOf={({ employer }) => employer}
    fileName="network-by-employer"
  />
);

const peopleColumns: readonly TableColumn<MapPerson>[] = [
  { name: say.list.name, text: ({ name }) => name, cell: ({ id, name }) => <PersonLink id={id} name={name} /> },
  { name: say.list.role, text: ({ title }) => title },
  { name: say.list.employer, text: ({ employer }) => employer },
  { name: say.map.reach, numeric: true, text: ({ reach }) => number(reach), order: ({ reach }) => reach },
];

/** How many people are in the table until it is asked for all. */
const fewest = 200;

const PeopleTable = ({ people }: { readonly people: readonly MapPerson[] }) => {
  const [all, setAll] = useState(false);
  return (
    <>
      <DataTable
        label={say.map.everybody}
        caption={say.list.caption(all ? people.length : Math.min(fewest, people.length))}
        columns={peopleColumns}
        rows={all ? people : people.slice(0, fewest)}
        keyOf={({ id }) => id}
        fileName="network"
      />
      {!all && people.length > fewest && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          {say.map.all(people.length)}
        </button>
      )}
    </>
  );
};
