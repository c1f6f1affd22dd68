import { useEffect } from 'preact/hooks';
import { filtersIn } from '../../questions/people-filters.ts';
import { LinkButton } from '../components/button.tsx';
import { LoadingPage, MissingPage, PageHead } from '../components/head.tsx';
import { Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { BySlug, RecordSection } from '../components/record.tsx';
import { Section } from '../components/section.tsx';
import { addressOf, companyAddress, isUuid, useAddress } from '../frame/address.ts';
import {
  CompanyIdentity,
  CompanyRecord,
  CompanyWays,
  CountAt,
  PeopleAt,
  PeopleOnceAt,
} from '../generated/documents.ts';
import { readable } from '../graph/outcome.ts';
import { usePages } from '../graph/use-pages.ts';
import { usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { whereOfTitle } from '../lists/target.ts';
import { NetworkList } from '../people/network-list.tsx';
import { say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { CompanyPeople } from './company-people.tsx';
import { CompanyRecordView } from './company-record.tsx';

/** Maximum number of introduction paths read, the most likely first. */
const maxWays = 200;

/**
 * A company page, by id or slug: possible introductions and the people the network reaches, free; the record for a
 * credit.
 */
export const CompanyPage = ({ id }: { readonly id: string }) =>
  isUuid(id) ? <Company id={id} /> : <CompanyBySlug slug={id} />;

const CompanyBySlug = ({ slug }: { readonly slug: string }) => (
  <BySlug
    document={CompanyIdentity}
    variables={{ slug }}
    member="company"
    found={({ company }) => (company?.__typename === 'Company' ? company.id : (company ?? undefined))}
    addressOf={companyAddress}
    say={say.company}
  />
);

const Company = ({ id }: { readonly id: string }) => {
  const { query, path } = useAddress();
  const present = useQuery(PeopleAt, { id });
  const past = usePages(PeopleOnceAt, { id }, ({ relationships }) => relationships);
  const onRecord = useQuery(CountAt, { id });
  const { title, function: work, level } = filtersIn(query);
  const where = whereOfTitle(title, { ...(work && { function: work }), ...(level && { level }) });
  const wanted = [title, work, level].filter(Boolean).join(', ');
  const variables = { id, where, first: maxWays };
  const ways = useQuery(CompanyWays, variables);
  const paths = ways.data?.introPaths;
  const record = usePaid(CompanyRecord, { id });
  const vocabulary = useVocabulary();

  const bought = record.data?.company;
  const company = bought?.__typename === 'Company' ? bought : undefined;
  // The address may contain the name from the link; loaded data is more reliable.
  const name = company?.name ?? paths?.nodes[0]?.target?.currentCompanyName ?? query.name ?? say.company.title;
  const [known, once, all] = [
    present.data?.relationships?.totalCount,
    past.list?.total,
    onRecord.data?.searchProfiles?.totalCount,
  ];

  useEffect(() => {
    vocabulary.addProfiles([
      ...(paths?.nodes ?? []).map(({ target }) => target),
      ...(past.list?.rows ?? []).map(({ profile }) => profile),
    ]);
  }, [paths, past.list?.rows]);

  if (paths?.problems.some(({ code }) => code === 'NOT_FOUND'))
    return (
      <MissingPage
        title={say.company.title}
        missing={say.company.missing}
        href="/companies"
        label={say.company.search}
      />
    );
  if (present.isLoading || past.isLoading || onRecord.isLoading) return <LoadingPage title={name} />;
  return (
    <article class="record-page">
      <PageHead
        title={name}
        count={
          known !== undefined && once !== undefined ? say.company.counts(known, once, all ?? undefined) : undefined
        }
      >
        <WatchThis name={name} where={{ currentCompanyId: { eq: id } }} />
      </PageHead>
      <nav class="row wrap above" aria-label={say.company.whom}>
        <span class="muted">{say.company.whom}</span>
        {say.company.titles.map(([label, one]) => (
          <a
            key={label}
            class="chip plain"
            href={addressOf(path, { ...query, title: one, function: '', level: '' })}
            {...((query.title ?? wanted) === one && { 'aria-current': 'true' as const })}
          >
            {label}
          </a>
        ))}
        {wanted !== '' && !say.company.titles.some(([, one]) => one === query.title) && (
          <span class="chip plain" aria-current="true">
            {wanted}
          </span>
        )}
      </nav>
      <Section title={say.company.who} note={paths && paths.people > 0 && say.company.reached(paths.people)}>
        {!paths && <ReadNotice read={ways} member="introPaths" lines={8} />}
        {paths && (
          <Missing
            title={say.states.note}
            messages={[...paths.notes, ...paths.problems.map(({ message }) => message)].map(readable)}
          />
        )}
        {paths && paths.totalCount > 0 && <CompanyPeople ways={paths.nodes} />}
        {paths && paths.totalCount === 0 && (
          <Notice
            title={wanted ? say.company.noneTitled : say.company.noneKnown}
            body={once ? say.company.formerHelp(once) : say.company.mapHelp}
          >
            {wanted ? (
              <LinkButton
                href={addressOf(path, { ...query, title: '', function: '', level: '' })}
                label={say.company.anyone}
              />
            ) : (
              <LinkButton
                href={addressOf('/activity', { tab: 'mappings', map: company?.websites?.[0] ?? '' })}
                label={say.company.map}
              />
            )}
          </Notice>
        )}
      </Section>
      {!ways.isLoading && past.list && past.list.total > 0 && (
        <Section title={say.company.alumni} note={say.people(past.list.total)}>
          <NetworkList label={say.company.alumni} source={past.list} fileName="company-alumni" name="former-" />
        </Section>
      )}
      {!ways.isLoading && (
        <RecordSection
          record={record}
          member="company"
          problem={bought && bought.__typename !== 'Company' ? bought : undefined}
          say={say.company}
        >
          {company && <CompanyRecordView company={company} />}
        </RecordSection>
      )}
    </article>
  );
};
