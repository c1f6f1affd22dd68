import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Notice, OutcomeNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { roleOf } from '../components/role.ts';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { type NetworkRowFragment, Reach } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { employersOf } from '../people/employers.ts';
import { strengthOf } from '../people/strength.ts';
import { say } from '../sentences.ts';
import { SearchBox } from './search-box.tsx';
import { TeamSwitch } from './team-switch.tsx';
import { useVocabulary } from './vocabulary.ts';

/** How many people are read for the first look: names to complete from, and the strongest of them to show. */
const firstLook = 200;
const mostShown = 6;
const mostEmployers = 10;

/** One box to find people and companies, and the network at a glance; free. */
export const HomePage = () => {
  const vocabulary = useVocabulary();
  const variables = { first: firstLook };
  const { outcome, again } = useQuery(Reach, variables);
  const found = outcome.kind === 'done' ? outcome.data.relationships : undefined;

  useEffect(() => vocabulary.addProfiles((found?.nodes ?? []).map(({ profile }) => profile)), [found]);

  return (
    <div class="home">
      <PageTitle title={say.home.title} />
      <SearchBox />
      <TeamSwitch />
      <OutcomeNotice outcome={outcome} again={again} member="relationships" lines={6} />
      {found && found.totalCount === 0 && (
        <Notice title={say.list.noNetwork} body={say.list.noNetworkBody} heading="h2" />
      )}
      {found && found.totalCount > 0 && (
        <Glance
          total={found.totalCount}
          rows={found.nodes}
          query={<QueryLink document={Reach} variables={variables} />}
        />
      )}
    </div>
  );
};

const Glance = ({
  total,
  rows,
  query,
}: {
  readonly total: number;
  readonly rows: readonly NetworkRowFragment[];
  readonly query: ComponentChildren;
}) => {
  const connectors = new Set(
    rows.flatMap(({ connections }) => connections ?? []).flatMap((one) => one?.connector?.id ?? []),
  );
  const all = rows.length === total;
  const closest = rows.toSorted((one, other) => strengthOf(other) - strengthOf(one)).slice(0, mostShown);
  return (
    <>
      <Section title={say.home.network} aside={query}>
        <p class="reach">
          <a href="/people">{say.home.reach(total)}</a> {all && <span>{say.home.through(connectors.size)}</span>}
        </p>
      </Section>
      <Section title={say.home.begin}>
        <ul class="people-cards">
          {closest.map((row) => {
            const { profile, connections } = row;
            const [first] = connections ?? [];
            return (
              <li key={profile?.id} class="card">
                <PersonLink
                  id={profile?.id}
                  name={profile?.fullName}
                  detail={roleOf(profile?.currentTitle, profile?.currentCompanyName)}
                />
                {first?.connectorName && (
                  <p class="muted">
                    {say.home.knownBy} <bdi>{first.connectorName}</bdi>
                    {(connections ?? []).length > 1 && ` ${say.home.andOthers((connections ?? []).length - 1)}`}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      </Section>
      <Section title={say.home.employers}>
        {!all && <p class="muted">{say.list.among(rows.length, total)}</p>}
        <ul class="chips">
          {employersOf(rows)
            .slice(0, mostEmployers)
            .map(({ name, people }) => (
              <li key={name}>
                <a class="chip plain link" href={`/companies?${new URLSearchParams({ name })}`}>
                  <span dir="auto">{name}</span> <span class="chip-field">{number(people)}</span>
                </a>
              </li>
            ))}
        </ul>
      </Section>
    </>
  );
};
