import { useEffect } from 'preact/hooks';
import { filtersIn } from '../../questions/people-filters.ts';
import { LinkButton } from '../components/button.tsx';
import { LoadingPage, MissingPage, PageHead } from '../components/head.tsx';
import { Missing, Notice, ReadNotice } from '../components/notice.tsx';
import { BySlug, RecordSection } from '../components/record.tsx';
import { Section } from '../components/section.tsx';
import { number, role } from '../format.ts';
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
import { plural, say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { CompanyPeople } from './company-people.tsx';
import { CompanyRecordView } from './company-record.tsx';

/** Maximum number of introduction paths read, the most likely first. */
const maxWays = 200;

/** Titles to filter by, each with its condition. */
const titles = [
  ['Anyone', ''],
  ['Engineering', 'engineer|engineering|developer'],
  ['Product', 'product'],
  ['Sales', 'sales|account'],
  ['Marketing', 'marketing'],
  ['Finance', 'finance|financial|CFO'],
  ['VP and above', 'VP|vice president|chief|head|director|president|founder|partner'],
] as const;

const missing = 'No company at this address';

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
    title="Company"
    missing={missing}
    missingFree="No company in Kith’s free records has this page"
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
  const name = company?.name ?? paths?.nodes[0]?.target?.currentCompanyName ?? query.name ?? 'Company';
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
    return <MissingPage title="Company" missing={missing} href="/companies" label="Search companies" />;
  if (present.isLoading || past.isLoading || onRecord.isLoading) return <LoadingPage title={name} />;
  return (
    <article class="record-page">
      <PageHead
        title={name}
        count={
          known !== undefined &&
          once !== undefined &&
          role(
            `${number(known)} known`,
            `${number(once)} used to work here`,
            all === undefined || all === null
              ? ''
              : plural(all, 'current employee on record', 'current employees on record'),
          )
        }
      >
        <WatchThis name={name} where={{ currentCompanyId: { eq: id } }} />
      </PageHead>
      <nav class="row wrap above" aria-label="Who do you need?">
        <span class="muted">Who do you need?</span>
        {titles.map(([label, one]) => (
          <a
            key={label}
            class="chip plain"
            href={addressOf(path, { ...query, title: one, function: '', level: '' })}
            {...((query.title ?? wanted) === one && { 'aria-current': 'true' as const })}
          >
            {label}
          </a>
        ))}
        {wanted !== '' && !titles.some(([, one]) => one === query.title) && (
          <span class="chip plain" aria-current="true">
            {wanted}
          </span>
        )}
      </nav>
      <Section
        title="People we know there"
        note={paths && paths.people > 0 && `${say.people(paths.people)} within reach`}
      >
        {!paths && <ReadNotice read={ways} member="introPaths" lines={8} />}
        {paths && (
          <Missing
            title="Note"
            messages={[...paths.notes, ...paths.problems.map(({ message }) => message)].map(readable)}
          />
        )}
        {paths && paths.totalCount > 0 && <CompanyPeople ways={paths.nodes} />}
        {paths && paths.totalCount === 0 && (
          <Notice
            title={wanted ? 'Nobody within reach has such a title' : 'Nobody on your team knows anyone there now'}
            body={
              once
                ? `${say.people(once)} in your network used to work here and may help; they are listed below.`
                : 'Mapping finds who in the partner network knows people there.'
            }
          >
            {wanted ? (
              <LinkButton href={addressOf(path, { ...query, title: '', function: '', level: '' })} label="Anyone" />
            ) : (
              <LinkButton
                href={addressOf('/activity', { tab: 'mappings', map: company?.websites?.[0] ?? '' })}
                label="Map this company"
              />
            )}
          </Notice>
        )}
      </Section>
      {!ways.isLoading && past.list && past.list.total > 0 && (
        <Section title="Used to work there" note={say.people(past.list.total)}>
          <NetworkList label="Used to work there" source={past.list} fileName="company-alumni" name="former-" />
        </Section>
      )}
      {!ways.isLoading && (
        <RecordSection
          record={record}
          member="company"
          problem={bought && bought.__typename !== 'Company' ? bought : undefined}
          title="About the company"
          contents="Its business, size, offices and funding."
          buy="Show the company’s record"
          missing={missing}
        >
          {company && <CompanyRecordView company={company} />}
        </RecordSection>
      )}
    </article>
  );
};
