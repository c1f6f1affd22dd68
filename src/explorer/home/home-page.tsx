import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { aYearAgo } from '../format.ts';
import { Home, type HomeQuery } from '../generated/documents.ts';
import { type Read, useQuery } from '../graph/use-query.ts';
import { keptAddress, keptLists } from '../lists/kept.ts';
import { pasted } from '../lists/pasted.ts';
import { PersonCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { AskBox } from './ask-box.tsx';
import { useVocabulary } from './vocabulary.ts';

/** How many people are read at first: names to complete from. */
const firstLook = 200;
const maxMoved = 5;

/** One box for people, companies, questions and lists; then what is new. Free. */
export const HomePage = () => {
  const vocabulary = useVocabulary();
  const since = aYearAgo();
  const variables = { first: firstLook, since, moved: maxMoved };
  const home = useQuery(Home, variables);
  const { data } = home;
  const found = data?.relationships;

  useEffect(() => vocabulary.addProfiles((found?.nodes ?? []).map(({ profile }) => profile)), [found]);

  return (
    <div class="home">
      <PageHead title={say.home.title} canShare={false} />
      <AskBox rows={3} />
      {found ? (
        <p class="home-reach" role="status">
          {found.totalCount > 0 ? (
            <>
              <a href="/people">{say.home.reach(found.totalCount)}</a> {say.home.free}
            </>
          ) : (
            say.list.noNetwork
          )}
        </p>
      ) : (
        <ReadNotice read={home} member="relationships" lines={1} />
      )}
      {found && found.totalCount === 0 && <FirstRun names={[]} />}
      {found && found.totalCount > 0 && (
        <div class="home-columns">
          <YourLists data={data} names={found.nodes.flatMap(({ profile }) => profile?.fullName ?? [])} />
          <Moved read={home} since={since} />
          <RunningTasks data={data} />
        </div>
      )}
    </div>
  );
};

/** How many targets the sample plan has. */
const sampleSize = 20;

const FirstRun = ({ names }: { readonly names: readonly string[] }) => {
  const { route } = useLocation();
  const sample = names.slice(0, sampleSize);
  return (
    <div class="first-run">
      <p class="muted">{say.home.firstRun}</p>
      <div class="actions">
        <a class="button" href="/lists/new">
          <Icon name="lists" />
          {say.home.paste}
        </a>
        {sample.length > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              pasted.value = sample.join('\n');
              route('/lists/new');
            }}
          >
            <Icon name="people" />
            {say.home.sample(sample.length)}
          </button>
        )}
        <a class="button" href="/team">
          <Icon name="team" />
          {say.list.addConnectors}
        </a>
      </div>
    </div>
  );
};

interface HomeProps {
  readonly data: HomeQuery;
}

const YourLists = ({ data, names }: HomeProps & { readonly names: readonly string[] }) => {
  const kept = (data.targetLists ?? []).map(({ id, name, totalCount }) => ({
    address: keptAddress(id),
    name,
    targets: totalCount,
    reachable: undefined,
  }));
  const lists = [...kept, ...keptLists.value];
  return (
    <Section title={say.home.lists} tools={lists.length > 0 && <a href="/lists">{say.all}</a>}>
      {lists.length === 0 && <FirstRun names={names} />}
      <ul class="plain-rows">
        {lists.slice(0, 5).map(({ address, name, targets, reachable }) => (
          <li key={address}>
            <a href={address} dir="auto">
              {name}
            </a>
            <span class="muted">{say.lists.summary(targets, reachable)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Moved = ({ read, since }: { readonly read: Read<HomeQuery>; readonly since: string }) => {
  const found = read.data?.movedLately;
  return (
    <Section
      title={say.home.moved}
      note={found && say.people(found.totalCount)}
      tools={<a href={`/moves?since=${since}`}>{say.all}</a>}
    >
      {!found && <ReadNotice read={read} member="movedLately" lines={maxMoved} />}
      {found?.totalCount === 0 && <p class="muted">{say.home.noneMoved}</p>}
      <ul class="plain-rows">
        {found?.nodes.map(({ profile, connections }) => (
          <li key={profile?.id}>
            <PersonCell id={profile?.id} name={profile?.fullName} />
            <span class="muted" dir="auto">
              {[profile?.currentTitle, profile?.currentCompanyName].filter(Boolean).join(' · ')}
              {connections?.[0]?.connectorName && ` · ${say.home.knownBy(connections[0].connectorName)}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const RunningTasks = ({ data }: HomeProps) => {
  const tasks = data.recentTasks ?? [];
  if (tasks.length === 0) return null;
  return (
    <Section title={say.home.running} tools={<a href="/activity?tab=mappings">{say.all}</a>}>
      <ul class="plain-rows">
        {tasks.map(({ id, companyWebsite, status }) => (
          <li key={id}>
            <a href="/activity?tab=mappings" dir="auto">
              {companyWebsite ?? say.tasks.whole}
            </a>
            <span class="muted">{say.tasks.status[status ?? 'OTHER']}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
