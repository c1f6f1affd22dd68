import { useEffect, useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { LoadingPage, MissingPage, PageHead } from '../components/head.tsx';
import { FailureNotice, Loading, Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { BySlug, RecordSection } from '../components/record.tsx';
import { Section } from '../components/section.tsx';
import { MailLink } from '../components/text.tsx';
import { number } from '../format.ts';
import { isUuid, personAddress, slugIn } from '../frame/address.ts';
import {
  KeptLists,
  PersonIdentity,
  PersonInNetwork,
  PersonIsThin,
  PersonRecord,
  PersonWays,
  Viewer,
} from '../generated/documents.ts';
import { readable } from '../graph/outcome.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { AddToList } from '../lists/add-to-list.tsx';
import { CompanyCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { ExcludeButton } from '../team/exclusions.tsx';
import { WatchThis } from '../watches/watch-this.tsx';
import { PersonRecordView } from './person-record.tsx';
import { directBelow, YearsTogether } from './years-together.tsx';

const firstWays = 8;
const moreWays = 50;

const missing = 'No person at this address';

/** A person page, by id or slug: possible introductions, which are free, then the record, which costs a credit. */
export const PersonPage = ({ id }: { readonly id: string }) =>
  isUuid(id) ? <Person id={id} /> : <PersonBySlug slug={id} />;

const PersonBySlug = ({ slug }: { readonly slug: string }) => {
  const vocabulary = useVocabulary();
  const known = vocabulary.people.get(slug);
  return (
    <BySlug
      document={PersonIdentity}
      variables={{ by: { xnetSlug: slug } }}
      member="profile"
      found={({ profile }) => (profile?.__typename === 'Profile' ? profile.id : (profile ?? undefined))}
      addressOf={(id) => {
        if (known) vocabulary.addPerson({ ...known, id });
        return personAddress(id);
      }}
      title={known?.name ?? 'Person'}
      missing={missing}
      missingFree="Nobody in Kith’s free records has this page"
    />
  );
};

const Person = ({ id }: { readonly id: string }) => {
  const vocabulary = useVocabulary();
  const [first, setFirst] = useState(firstWays);
  const by = { id };
  const variables = { by, hops: 1, first };
  const ways = useQuery(PersonWays, variables);
  const inNetwork = useQuery(PersonInNetwork, { id });
  const thin = useQuery(PersonIsThin, { id });
  const record = usePaid(PersonRecord, { by });
  // The tools of the page depend on these.
  const viewer = useQuery(Viewer, {});
  const lists = useQuery(KeptLists, {});

  const paths = ways.data?.introPaths;
  const bought = record.data?.profile;
  const profile = bought?.__typename === 'Profile' ? bought : undefined;
  const problem = bought && bought.__typename !== 'Profile' ? bought : undefined;
  const relationship = inNetwork.data?.relationships?.nodes[0]?.profile;
  const free = paths?.nodes[0]?.target ?? relationship;
  const known = vocabulary.people.get(id);
  const name = profile?.fullName ?? free?.fullName ?? known?.name;
  const title = profile?.currentTitle ?? free?.currentTitle ?? known?.title;
  const employer = profile?.currentCompanyName ?? free?.currentCompanyName ?? known?.employer;

  useEffect(() => {
    vocabulary.addPerson({ id, name, title, employer });
    for (const { connector } of paths?.nodes ?? [])
      vocabulary.addPerson({
        id: slugIn(connector?.profile?.xnetUrl),
        name: connector?.name,
        title: connector?.profile?.currentTitle,
        employer: connector?.profile?.currentCompanyName,
      });
  }, [name, paths]);
  useEffect(() => vocabulary.addProfiles([profile]), [profile]);

  if (paths?.problems.some(({ code }) => code === 'NOT_FOUND'))
    return <MissingPage title="Person" missing={missing} href="/" label="Home" />;
  if ([ways, inNetwork, thin, viewer, lists].some(({ isLoading }) => isLoading))
    return <LoadingPage title={name ?? 'Person'} />;
  return (
    <article class="record-page">
      <PageHead title={name ?? say.locked}>
        {name && <AddToList targets={[{ id, name }]} label="Add to a new list" />}
        {name && <WatchThis name={name} where={{ id: { eq: id } }} />}
        <ExcludeButton id={id} />
      </PageHead>
      <div class="record-head row loose above">
        <Avatar name={name} size="large" />
        <p class="row wrap loose muted" dir="auto">
          {title && <span>{title}</span>}
          {employer && <CompanyCell name={employer} />}
          {thin.data?.relationships?.totalCount === 1 && <small>title and employer as of the export</small>}
          {relationship?.workEmail && <MailLink address={relationship.workEmail} />}
        </p>
      </div>
      <Ways id={id} name={name ?? 'Person'} first={first} onMore={() => setFirst(moreWays)} />
      <RecordSection
        record={record}
        member="profile"
        problem={problem}
        title="Career, education and notes"
        contents="Where they worked and studied, their skills, and your team’s lists and tags."
        buy="Show the full record"
        missing={missing}
      >
        {profile && <PersonRecordView profile={profile} />}
      </RecordSection>
    </article>
  );
};

const titleOf = (count: number, first: string, target: string): string =>
  count === 1 ? `${first} can introduce you to ${target}` : `${number(count)} ways to ${target}. Ask ${first} first.`;

const Ways = ({
  id,
  name,
  first,
  onMore,
}: {
  readonly id: string;
  readonly name: string;
  readonly first: number;
  readonly onMore: () => void;
}) => {
  const variables = { by: { id }, hops: 1, first };
  const ways = useQuery(PersonWays, variables);
  const twoSteps = usePaid(PersonWays, { ...variables, hops: 2 });
  const inTwoSteps = twoSteps.data?.introPaths;
  // The free paths are shown until paths of two hops are bought, and if there are none.
  const direct = ways.data?.introPaths;
  const paths = inTwoSteps ?? direct;
  // Paths of two hops rank first; direct paths that their page does not contain are kept below.
  const kept = inTwoSteps && direct ? directBelow(direct.nodes, inTwoSteps.nodes) : [];
  const shown = paths ? [...paths.nodes, ...kept] : [];
  const [best] = shown;

  return (
    <Section
      title={paths && best ? titleOf(shown.length, best.connector?.name ?? '', name) : 'Introductions'}
      note={paths && best && 'Each bar is a time in the same place; its colour is the place.'}
    >
      {!paths && <ReadNotice read={ways} member="introPaths" lines={firstWays} />}
      {paths && (
        <Missing
          title={paths.complete ? 'Note' : 'Incomplete'}
          messages={[...paths.notes, ...paths.problems.map(({ message }) => message)].map(readable)}
        />
      )}
      {shown.length > 0 && <YearsTogether ways={shown} target={name} />}
      {paths && shown.length === 0 && (
        <Notice
          title="Nobody on your team knows them directly"
          body="Friends of friends may help: people you know who overlapped with them."
        />
      )}
      <div class="way-on row wrap loose above">
        {paths && paths.totalCount > shown.length && (
          <>
            <span class="muted">{say.shown(shown.length, paths.totalCount)}</span>
            {first < moreWays && <Button label="Show more" onClick={onMore} />}
          </>
        )}
        {twoSteps.isLoading && <Loading lines={2} />}
        {twoSteps.failure && <FailureNotice failure={twoSteps.failure} again={twoSteps.again} />}
        {!twoSteps.isBought && direct && <PriceButton key={id} label="Find friends of friends" paid={twoSteps} />}
      </div>
    </Section>
  );
};
