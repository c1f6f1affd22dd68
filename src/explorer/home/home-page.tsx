import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button, LinkButton } from '../components/button.tsx';
import { PageHead } from '../components/head.tsx';
import { ReadNotice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { Muted, TextLink } from '../components/text.tsx';
import { aYearAgo, day, number, role } from '../format.ts';
import { keptAddress } from '../frame/address.ts';
import { preload } from '../frame/page.tsx';
import { Home, type HomeQuery, NextOnList, type NextOnListQuery } from '../generated/documents.ts';
import { type Read, useQuery } from '../graph/use-query.ts';
import { paste } from '../lists/pasted.ts';
import { PersonCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { AskBox } from './ask-box.tsx';
import { useVocabulary } from './vocabulary.ts';

/** Number of people loaded at first, for completion of names. */
const firstLook = 200;
const maxMoved = 5;

/** The start page: one box for people, companies, questions and lists, then news. Free. */
export const HomePage = () => {
  const vocabulary = useVocabulary();
  const since = aYearAgo();
  const variables = { first: firstLook, since, moved: maxMoved };
  const home = useQuery(Home, variables);
  const { data } = home;
  const found = data?.relationships;

  const lists = data?.targetLists ?? [];
  const open = lists.find(({ progress, totalCount }) => (progress ?? 0) < totalCount);
  const next = useQuery(NextOnList, open && { id: open.id });

  useEffect(() => vocabulary.addProfiles((found?.nodes ?? []).map(({ profile }) => profile)), [found]);

  return (
    <div class="home">
      <PageHead title="Who do you want to reach?" canShare={false} />
      <AskBox rows={3} onList={preload} />
      {found ? (
        <p class="home-reach above muted" role="status">
          {found.totalCount > 0 ? (
            <>
              <a href="/people">{say.people(found.totalCount)} within reach</a> through your team. Looking is free.
            </>
          ) : (
            say.noNetwork
          )}
        </p>
      ) : (
        <div class="home-reach above muted">{!home.isLoading && <ReadNotice read={home} member="relationships" />}</div>
      )}
      {found && found.totalCount === 0 && <FirstRun names={[]} />}
      {found && found.totalCount > 0 && !(open && next.isLoading) && (
        <div class="columns">
          <YourLists
            lists={lists}
            next={next.data?.targetList}
            names={found.nodes.flatMap(({ profile }) => profile?.fullName ?? [])}
          />
          <Moved read={home} since={since} />
          <RunningTasks data={data} />
        </div>
      )}
    </div>
  );
};

/** Number of targets in the sample plan. */
const sampleSize = 20;

const FirstRun = ({ names }: { readonly names: readonly string[] }) => {
  const { route } = useLocation();
  const sample = names.slice(0, sampleSize);
  return (
    <div class="stack loose">
      <p class="muted">
        Paste names, profile links or company domains. You get who to ask for whom, with the evidence.
      </p>
      <div class="actions row wrap">
        <LinkButton icon="lists" href="/lists/new" label="Paste a list" />
        {sample.length > 0 && (
          <Button
            icon="people"
            label={`Try ${number(sample.length)} sample targets`}
            onClick={() => {
              paste(sample.join('\n'));
              route('/lists/new');
            }}
          />
        )}
        <LinkButton icon="team" href="/team" label="Add connectors" />
      </div>
    </div>
  );
};

interface YourListsProps {
  readonly lists: NonNullable<HomeQuery['targetLists']>;
  /** The list with the next introductions to request. */
  readonly next: NextOnListQuery['targetList'] | undefined;
  readonly names: readonly string[];
}

const YourLists = ({ lists, next, names }: YourListsProps) => {
  return (
    <Section title="Your lists" tools={lists.length > 0 && <a href="/lists">See all</a>}>
      {lists.length === 0 && <FirstRun names={names} />}
      <ul class="plain-rows">
        {lists.map(({ id, name, totalCount, progress, createdAt }) => (
          <li key={id}>
            <TextLink href={keptAddress(id)}>{name}</TextLink>
            <span class="muted">
              {say.asked(progress ?? 0, totalCount)} · {day(createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {next && <NextAsks list={next} />}
    </Section>
  );
};

const maxNext = 3;

/** The next introductions to request for a list. */
const NextAsks = ({ list }: { readonly list: NonNullable<NextOnListQuery['targetList']> }) => {
  const isOpen = new Set(
    list.targets?.flatMap(({ status, profile }, at) => (status === 'TO_ASK' && profile ? [at] : [])),
  );
  const next = (list.introPlan?.asks ?? [])
    .flatMap(({ connector, introductions }) => introductions.map(({ at, path }) => ({ at, path, connector })))
    .filter(({ at }) => isOpen.has(at))
    .slice(0, maxNext);
  if (next.length === 0) return null;
  return (
    <>
      <p class="muted small above">Next on “{list.name}”</p>
      <ul class="plain-rows">
        {next.map(({ at, connector, path: { target, why } }) => (
          <li key={at}>
            <TextLink href={`${keptAddress(list.id)}?tab=ask`}>
              {`Ask ${connector?.name ?? ''} for ${target?.fullName ?? list.targets?.[at]?.label ?? ''}`}
            </TextLink>
            <Muted>{why}</Muted>
          </li>
        ))}
      </ul>
    </>
  );
};

const Moved = ({ read, since }: { readonly read: Read<HomeQuery>; readonly since: string }) => {
  const found = read.data?.movedLately;
  return (
    <Section
      title="New jobs, last 12 months"
      note={found && say.people(found.totalCount)}
      tools={<a href={`/moves?since=${since}`}>See all</a>}
    >
      {!found && <ReadNotice read={read} member="movedLately" lines={maxMoved} />}
      {found?.totalCount === 0 && <p class="muted">Nobody in your network started a job in the last year.</p>}
      <ul class="plain-rows">
        {found?.nodes.map(({ profile, connections }) => (
          <li key={profile?.id}>
            <PersonCell id={profile?.id} name={profile?.fullName} />
            <Muted>
              {role(
                profile?.currentTitle,
                profile?.currentCompanyName,
                connections?.[0]?.connectorName && `known by ${connections[0].connectorName}`,
              )}
            </Muted>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const RunningTasks = ({ data }: { readonly data: HomeQuery }) => {
  const tasks = data.recentTasks ?? [];
  if (tasks.length === 0) return null;
  return (
    <Section title="Mappings" tools={<a href="/activity?tab=mappings">See all</a>}>
      <ul class="plain-rows">
        {tasks.map(({ id, companyWebsite, status }) => (
          <li key={id}>
            <TextLink href="/activity?tab=mappings">{companyWebsite ?? 'A mapping'}</TextLink>
            <span class="muted">{say.mapping[status ?? 'OTHER']}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
