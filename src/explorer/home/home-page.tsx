import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FailureNotice, Loading, Missing, Notice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { roleOf } from '../components/role.ts';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { type NetworkRowFragment, Reach } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { strengthOf } from '../people/strength.ts';
import { say } from '../sentences.ts';
import { SearchBox } from './search-box.tsx';
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
  const [, setRead] = useState(0);
  const found = outcome.kind === 'done' ? outcome.data.relationships : undefined;

  useEffect(() => {
    vocabulary.addProfiles((found?.nodes ?? []).map(({ profile }) => profile));
    setRead((count) => count + 1);
  }, [found]);

  return (
    <div class="home">
      <PageTitle title={say.home.title} />
      <SearchBox />
      {outcome.kind === 'loading' && <Loading lines={6} />}
      {outcome.kind === 'failed' && <FailureNotice failure={outcome.failure} again={again} />}
      {outcome.kind === 'done' && !found && <Missing messages={outcome.errors.map(({ message }) => message)} />}
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
  const vocabulary = useVocabulary();
  const connectors = new Set(rows.flatMap(({ connections }) => (connections ?? []).map((one) => one?.connector?.id)));
  const closest = rows.toSorted((one, other) => strengthOf(other) - strengthOf(one)).slice(0, mostShown);
  const employers = [...vocabulary.employers].toSorted(([, one], [, other]) => other - one).slice(0, mostEmployers);
  return (
    <>
      <Section title={say.home.network} aside={query}>
        <p class="reach">
          <a href="/people">{say.home.reach(total)}</a> <span>{say.home.through(connectors.size)}</span>
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
        <ul class="chips">
          {employers.map(([name, count]) => (
            <li key={name}>
              <a class="chip plain link" href={`/companies?${new URLSearchParams({ name })}`}>
                <span dir="auto">{name}</span> <span class="chip-field">{number(count)}</span>
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
};
