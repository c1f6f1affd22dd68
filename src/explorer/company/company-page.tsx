import { useEffect, useMemo } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { PageHead } from '../components/head.tsx';
import { FailureNotice, Loading, Missing, Notice, ProblemNotice, ReadNotice } from '../components/notice.tsx';
import { PriceButton } from '../components/price-button.tsx';
import { Section } from '../components/section.tsx';
import { addressOf, companyAddress, personAddress, useAddress } from '../frame/address.ts';
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
import { whereOf } from '../people/filters.ts';
import type { NetworkRow } from '../people/network-columns.tsx';
import { NetworkList } from '../people/network-list.tsx';
import type { Way } from '../person/evidence.ts';
import { isUuid } from '../person/person-address.ts';
import { YearsTogether } from '../person/years-together.tsx';
import { say } from '../sentences.ts';
import { WatchThis } from '../watches/watch-this.tsx';
import { CompanyRecordView } from './company-record.tsx';

/** How many ways are read and shown, and how many of those may begin with one connector. */
const maxWays = { read: 60, shown: 8, ofOne: 2 } as const;

/** A company, by an id or a slug: who can introduce us there, whom the network reaches, and the record for a credit. */
export const CompanyPage = ({ id }: { readonly id: string }) =>
  isUuid(id) ? <Company id={id} /> : <CompanyBySlug slug={id} />;

/** Finds the id of a slug, free, and goes on to the address that has it. */
const CompanyBySlug = ({ slug }: { readonly slug: string }) => {
  const { go } = useAddress();
  const identity = useQuery(CompanyIdentity, { slug });
  const found = identity.data?.company;

  useEffect(() => {
    if (found?.__typename === 'Company') go(companyAddress(found.id), true);
  }, [found]);

  return (
    <>
      <PageHead title={say.company.title} />
      {found && found.__typename !== 'Company' && (
        <ProblemNotice problem={found} missing={say.company.missing} again={identity.again} />
      )}
      <ReadNotice read={identity} member="company" />
    </>
  );
};

const Company = ({ id }: { readonly id: string }) => {
  const { query, path } = useAddress();
  const present = usePages(PeopleAt, { id }, ({ relationships }) => relationships);
  const past = usePages(PeopleOnceAt, { id }, ({ relationships }) => relationships);
  const onRecord = useQuery(CountAt, { id });
  const where = whereOf(query.title ? { title: query.title } : {});
  const variables = { id, where, first: maxWays.read };
  const ways = useQuery(CompanyWays, variables);
  const record = usePaid(CompanyRecord, { id });
  const vocabulary = useVocabulary();

  const bought = record.data?.company;
  const company = bought?.__typename === 'Company' ? bought : undefined;
  // The address may bring the name that led here; a payload knows better.
  const name = company?.name ?? present.list?.rows[0]?.profile?.currentCompanyName ?? query.name ?? say.company.title;
  const paths = ways.data?.introPaths;
  const [known, once, all] = [present.list?.total, past.list?.total, onRecord.data?.searchProfiles?.totalCount];
  const shown = useMemo(() => varied(paths?.nodes ?? []), [paths]);

  useEffect(() => {
    vocabulary.addProfiles([...(present.list?.rows ?? []), ...(past.list?.rows ?? [])].map(({ profile }) => profile));
  }, [present.list?.rows, past.list?.rows]);

  if (paths?.problems.some(({ code }) => code === 'NOT_FOUND'))
    return (
      <>
        <PageHead title={say.company.title} />
        <Notice {...say.company.missing} heading="h2">
          <a class="button" href="/companies">
            {say.company.search}
          </a>
        </Notice>
      </>
    );
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
      <nav class="title-chips" aria-label={say.company.whom}>
        <span class="muted">{say.company.whom}</span>
        {say.company.titles.map(([label, title]) => (
          <a
            key={label}
            class="chip plain"
            href={addressOf(path, { ...query, title })}
            {...((query.title ?? '') === title && { 'aria-current': 'true' as const })}
          >
            {label}
          </a>
        ))}
        {query.title !== undefined && !say.company.titles.some(([, title]) => title === query.title) && (
          <span class="chip plain" aria-current="true">
            {query.title}
          </span>
        )}
      </nav>
      <Section
        title={say.company.ask(query.title)}
        note={paths && paths.people > 0 && say.company.reached(paths.people)}
      >
        {!paths && (
          <div class="years-place">
            {ways.isLoading ? <Loading lines={maxWays.shown} /> : <ReadNotice read={ways} member="introPaths" />}
          </div>
        )}
        {paths && (
          <Missing
            title={say.states.note}
            messages={[...paths.notes, ...paths.problems.map(({ message }) => message)].map(readable)}
          />
        )}
        {shown.length > 0 && <YearsTogether ways={shown} target={name} namesTargets />}
        {paths && paths.totalCount === 0 && (
          <Notice
            title={query.title ? say.company.noneTitled : say.company.noneKnown}
            body={once ? say.company.formerHelp(once) : say.company.mapHelp}
          >
            {query.title ? (
              <a class="button" href={addressOf(path, { ...query, title: '' })}>
                {say.company.anyone}
              </a>
            ) : (
              <a class="button" href={addressOf('/activity', { tab: 'mappings', map: company?.websites?.[0] ?? '' })}>
                {say.company.map}
              </a>
            )}
          </Notice>
        )}
      </Section>
      {present.list && present.list.total > 0 && <ByConnector rows={present.list.rows} ways={paths?.nodes ?? []} />}
      {present.failure && <FailureNotice failure={present.failure} again={present.again} />}
      {present.list && present.list.total > 0 && (
        <Section title={say.company.who} note={say.people(present.list.total)}>
          <NetworkList label={say.company.who} source={present.list} fileName="company-network" />
        </Section>
      )}
      {past.list && past.list.total > 0 && (
        <Section title={say.company.alumni} note={say.people(past.list.total)}>
          <NetworkList label={say.company.alumni} source={past.list} fileName="company-alumni" name="former-" />
        </Section>
      )}
      <Section title={say.company.record}>
        {!record.isBought && (
          <div class="card buy">
            <p class="muted">{say.company.recordHolds}</p>
            <PriceButton label={say.company.buy} paid={record} />
          </div>
        )}
        {record.isBought && !bought && <ReadNotice read={record} member="company" lines={6} />}
        {company && <CompanyRecordView company={company} />}
        {bought && bought.__typename !== 'Company' && (
          <ProblemNotice problem={bought} missing={say.company.missing} again={record.again} />
        )}
      </Section>
    </article>
  );
};

/** The best ways, at most two of one connector where there are others to ask. */
const varied = (ways: readonly Way[]): readonly Way[] => {
  const counts = new Map<string, number>();
  const few = ways.filter(({ connector }) => {
    const count = (counts.get(connector?.id ?? '') ?? 0) + 1;
    counts.set(connector?.id ?? '', count);
    return count <= maxWays.ofOne;
  });
  return (counts.size > 1 ? few : ways).slice(0, maxWays.shown);
};

const maxNamed = 3;

/** Whom each connector knows at the company, the one who knows most first. */
const ByConnector = ({ rows, ways }: { readonly rows: readonly NetworkRow[]; readonly ways: readonly Way[] }) => {
  const connectors = useMemo(() => {
    const order = new Map(ways.map((way, at) => [way.target?.id, at]));
    const rank = ({ profile }: NetworkRow) => order.get(profile?.id) ?? ways.length;
    const knows = rows.flatMap((row) =>
      (row.connections ?? []).flatMap((one) =>
        one?.connector ? [{ id: one.connector.id, name: one.connectorName, row }] : [],
      ),
    );
    return [...Map.groupBy(knows, ({ id }) => id).values()]
      .toSorted((one, other) => other.length - one.length)
      .map((known) => ({
        id: known[0]?.id ?? '',
        name: known[0]?.name ?? say.locked,
        people: known.map(({ row }) => row).toSorted((one, other) => rank(one) - rank(other)),
      }));
  }, [rows, ways]);
  if (connectors.length === 0) return null;
  return (
    <Section title={say.company.byConnector}>
      <ul class="connectors">
        {connectors.map(({ id, name, people }) => (
          <li key={id}>
            <Avatar name={name} />
            <a class="calm" href={addressOf('/people', { via: id })} dir="auto">
              {name}
            </a>
            <span>{say.company.canReach(people.length)}</span>
            <span class="muted names">
              {people.slice(0, maxNamed).map(({ profile }, at) => (
                <span key={profile?.id}>
                  {at > 0 && ', '}
                  <a class="calm" href={personAddress(profile?.id ?? '')} dir="auto">
                    {profile?.fullName}
                  </a>
                </span>
              ))}
              {people.length > maxNamed && ` ${say.list.others(people.length - maxNamed)}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
