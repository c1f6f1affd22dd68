import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { CompanyLink } from '../company/company-link.tsx';
import { Avatar } from '../components/avatar.tsx';
import { Missing, Notice, OutcomeNotice, ProblemNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import {
  PersonIdentity,
  PersonInNetwork,
  PersonRecord,
  type PersonRecordQuery,
  PersonWays,
  type PersonWaysQuery,
  type PersonWaysQueryVariables,
} from '../generated/documents.ts';
import { type Paid, usePaid } from '../graph/use-paid.ts';
import { type Asked, useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { isUuid, slugIn } from './person-address.ts';
import { PersonRecordView } from './person-record.tsx';
import { directBelow, Ways } from './ways.tsx';

const mostWays = 8;

/** A person: the ways in first, which are free; then their record, which costs a credit. */
export const PersonPage = () => {
  const { params } = useRoute();
  const key = decodeURIComponent(params.id ?? '');
  return isUuid(key) ? <Person key={key} id={key} /> : <PersonBySlug key={key} slug={key} />;
};

/** Finds the id of a slug, free, and goes on to the address that has it. */
const PersonBySlug = ({ slug }: { readonly slug: string }) => {
  const { route } = useLocation();
  const vocabulary = useVocabulary();
  const { outcome, again } = useQuery(PersonIdentity, { by: { xnetSlug: slug } });
  const found = outcome.kind === 'done' ? outcome.data.profile : undefined;

  useEffect(() => {
    if (found?.__typename !== 'Profile') return;
    const known = vocabulary.people.get(slug);
    if (known) vocabulary.addPerson({ ...known, id: found.id });
    route(`/people/${found.id}`, true);
  }, [found]);

  return (
    <>
      <PageTitle title={vocabulary.people.get(slug)?.name ?? say.person.title} />
      {found && found.__typename !== 'Profile' && (
        <ProblemNotice problem={found} missing={say.person.missing} again={again} />
      )}
      <OutcomeNotice outcome={outcome} again={again} member="profile" />
    </>
  );
};

const Person = ({ id }: { readonly id: string }) => {
  const vocabulary = useVocabulary();
  const by = { id };
  const variables = { by, hops: 1, first: mostWays };
  const ways = useQuery(PersonWays, variables);
  const inNetwork = useQuery(PersonInNetwork, { id });
  const record = usePaid(PersonRecord, { by });

  const paths = ways.outcome.kind === 'done' ? ways.outcome.data.introPaths : undefined;
  const bought = record.outcome?.kind === 'done' ? record.outcome.data.profile : undefined;
  const profile = bought?.__typename === 'Profile' ? bought : undefined;
  const relationship =
    inNetwork.outcome.kind === 'done' ? inNetwork.outcome.data.relationships?.nodes[0]?.profile : undefined;
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
    return (
      <>
        <PageTitle title={say.person.title} />
        <Notice {...say.person.missing} heading="h2" />
      </>
    );
  return (
    <>
      <div class="person-head">
        <Avatar name={name} size="large" />
        <PageTitle
          title={name ?? (ways.outcome.kind === 'loading' ? say.person.title : say.unknownPerson)}
          lead={
            employer ? (
              <>
                {title && `${title} · `}
                <CompanyLink name={employer} />
              </>
            ) : (
              title
            )
          }
        />
      </div>
      <WaysSection id={id} name={name ?? say.person.title} ways={ways} variables={variables} />
      <Section title={say.person.record} aside={<QueryLink document={PersonRecord} variables={{ by }} />}>
        <RecordSection record={record} />
      </Section>
    </>
  );
};

const WaysSection = ({
  id,
  name,
  ways: { outcome, again },
  variables,
}: {
  readonly id: string;
  readonly name: string;
  readonly ways: Asked<PersonWaysQuery>;
  readonly variables: PersonWaysQueryVariables;
}) => {
  const twoSteps = usePaid(PersonWays, { ...variables, hops: 2 });
  const inTwoSteps = twoSteps.outcome?.kind === 'done' ? twoSteps.outcome.data.introPaths : undefined;
  // What is free stays until there is more, and where there is none.
  const direct = outcome.kind === 'done' ? outcome.data.introPaths : undefined;
  const paths = inTwoSteps ?? direct;
  // Better ways in two steps come before the direct ones, and take none of them away.
  const kept = inTwoSteps && direct ? directBelow(direct.nodes, inTwoSteps.nodes) : [];
  const shownVariables = inTwoSteps ? { ...variables, hops: 2 } : variables;
  return (
    <Section title={say.ways.title} aside={<QueryLink document={PersonWays} variables={shownVariables} />}>
      {!paths && <OutcomeNotice outcome={outcome} again={again} member="introPaths" lines={5} />}
      {paths && paths.nodes.length > 0 && (
        <>
          <Ways ways={[...paths.nodes, ...kept]} target={name} />
          {paths.totalCount > paths.nodes.length + kept.length && (
            <p class="muted after">{say.ways.more(paths.nodes.length, paths.totalCount, kept.length)}</p>
          )}
        </>
      )}
      {paths && paths.nodes.length === 0 && <Notice title={say.ways.none} body={say.ways.noneBody} />}
      {paths && <Missing title={paths.complete ? say.ways.toKnow : say.ways.incomplete} messages={paths.notes} />}
      {paths && <Missing messages={paths.problems.map(({ message }) => message)} />}
      {twoSteps.outcome && (
        <OutcomeNotice outcome={twoSteps.outcome} again={twoSteps.reprice} member="introPaths" lines={2} />
      )}
      {twoSteps.outcome === undefined && outcome.kind === 'done' && (
        <div class="after">
          <PriceButton
            key={id}
            label={say.ways.twoSteps}
            price={twoSteps.price}
            onBuy={twoSteps.buy}
            onReprice={twoSteps.reprice}
          />
        </div>
      )}
    </Section>
  );
};

const RecordSection = ({ record: { price, outcome, buy, reprice } }: { readonly record: Paid<PersonRecordQuery> }) => {
  if (outcome === undefined)
    return (
      <div class="card buy">
        <p class="muted">{say.person.recordHolds}</p>
        <PriceButton label={say.person.buy} price={price} onBuy={buy} onReprice={reprice} />
      </div>
    );
  const profile = outcome.kind === 'done' ? outcome.data.profile : undefined;
  if (!profile) return <OutcomeNotice outcome={outcome} again={reprice} member="profile" lines={6} />;
  if (profile.__typename === 'Profile') return <PersonRecordView profile={profile} />;
  return <ProblemNotice problem={profile} missing={say.person.missing} again={reprice} />;
};
