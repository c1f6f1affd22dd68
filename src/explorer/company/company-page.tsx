import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Missing, Notice, OutcomeNotice, ProblemNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { CompanyIdentity, CompanyPeople, CompanyRecord, CompanyWays } from '../generated/documents.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { NetworkTable } from '../people/network-table.tsx';
import { isUuid } from '../person/person-address.ts';
import { Ways } from '../person/ways.tsx';
import { say } from '../sentences.ts';
import { CompanyRecordView } from './company-record.tsx';

const mostWays = 6;
const mostPeople = 20;

/** A company: ways in, whom of it the network reaches, and its record, which costs a credit. */
export const CompanyPage = () => {
  const { params } = useRoute();
  const key = decodeURIComponent(params.id ?? '');
  return isUuid(key) ? <Company key={key} id={key} /> : <CompanyBySlug key={key} slug={key} />;
};

/** Finds the id of a slug, free, and goes on to the address that has it. */
const CompanyBySlug = ({ slug }: { readonly slug: string }) => {
  const { route } = useLocation();
  const { outcome, again } = useQuery(CompanyIdentity, { slug });
  const found = outcome.kind === 'done' ? outcome.data.company : undefined;

  useEffect(() => {
    if (found?.__typename === 'Company') route(`/companies/${found.id}`, true);
  }, [found]);

  return (
    <>
      <PageTitle title={say.company.title} />
      {found && found.__typename !== 'Company' && (
        <ProblemNotice problem={found} missing={say.company.missing} again={again} />
      )}
      <OutcomeNotice outcome={outcome} again={again} member="company" />
    </>
  );
};

const Company = ({ id }: { readonly id: string }) => {
  const { query } = useLocation();
  const people = useQuery(CompanyPeople, { id, first: mostPeople });
  const ways = useQuery(CompanyWays, { id, first: mostWays });
  const record = usePaid(CompanyRecord, { id });
  const vocabulary = useVocabulary();

  const found = people.outcome.kind === 'done' ? people.outcome.data : undefined;
  const bought = record.outcome?.kind === 'done' ? record.outcome.data.company : undefined;
  const company = bought?.__typename === 'Company' ? bought : undefined;
  // The address may bring the name that led here; a payload knows better.
  const name = company?.name ?? found?.present?.nodes[0]?.profile?.currentCompanyName ?? query.name;
  const shown = name ?? say.unknownCompany;
  const paths = ways.outcome.kind === 'done' ? ways.outcome.data.introPaths : undefined;

  useEffect(() => {
    const { present, past } = found ?? {};
    vocabulary.addProfiles([...(present?.nodes ?? []), ...(past?.nodes ?? [])].map(({ profile }) => profile));
  }, [found]);

  if (paths?.problems.some(({ code }) => code === 'NOT_FOUND'))
    return (
      <>
        <PageTitle title={say.company.title} />
        <Notice {...say.company.missing} heading="h2" />
      </>
    );
  return (
    <>
      <PageTitle title={shown} lead={found?.all && say.company.total(found.all.totalCount)} />
      <Section title={say.ways.title} aside={<QueryLink document={CompanyWays} variables={{ id, first: mostWays }} />}>
        <OutcomeNotice {...ways} member="introPaths" lines={5} />
        {paths && paths.nodes.length > 0 && (
          <>
            <Ways ways={paths.nodes} target={shown} namesTargets />
            {paths.totalCount > paths.nodes.length && (
              <p class="muted after">{say.ways.more(paths.nodes.length, paths.totalCount)}</p>
            )}
          </>
        )}
        {paths && paths.nodes.length === 0 && <Notice title={say.ways.noneCompany} body={say.ways.noneCompanyBody} />}
        {paths && ways.outcome.kind === 'done' && (
          <Missing
            messages={[
              ...paths.notes,
              ...paths.problems.map(({ message }) => message),
              ...ways.outcome.errors.map(({ message }) => message),
            ]}
          />
        )}
      </Section>

      {!found && <OutcomeNotice {...people} member="present" lines={6} />}
      {found && (
        <>
          <Section
            title={say.company.who}
            aside={<QueryLink document={CompanyPeople} variables={{ id, first: mostPeople }} />}
          >
            <OutcomeNotice {...people} member="present" />
            {found.present && found.present.nodes.length > 0 && (
              <NetworkTable label={say.company.who} relationships={found.present.nodes} fileName="company-network" />
            )}
            {found.present?.nodes.length === 0 && <p class="muted">{say.company.noWho}</p>}
          </Section>
          <Section title={say.company.alumni}>
            <OutcomeNotice {...people} member="past" />
            {found.past && found.past.nodes.length > 0 && (
              <NetworkTable label={say.company.alumni} relationships={found.past.nodes} fileName="company-alumni" />
            )}
            {found.past?.nodes.length === 0 && <p class="muted">{say.company.noAlumni}</p>}
          </Section>
        </>
      )}

      <Section title={say.company.record} aside={<QueryLink document={CompanyRecord} variables={{ id }} />}>
        {record.outcome === undefined && (
          <div class="card buy">
            <p class="muted">{say.company.recordHolds}</p>
            <PriceButton label={say.company.buy} price={record.price} onBuy={record.buy} onReprice={record.reprice} />
          </div>
        )}
        {record.outcome && <OutcomeNotice outcome={record.outcome} again={record.reprice} member="company" lines={6} />}
        {company && <CompanyRecordView company={company} />}
        {bought && bought.__typename !== 'Company' && (
          <ProblemNotice problem={bought} missing={say.company.missing} again={record.reprice} />
        )}
      </Section>
    </>
  );
};
