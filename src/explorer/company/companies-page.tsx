import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import {
  type CompanyFilters,
  companyFilterNames,
  companyFiltersIn,
  companyWhereOf,
} from '../../questions/company-filters.ts';
import type { CompanyWhere } from '../../sdk/generated/schema-types.ts';
import { LinkButton } from '../components/button.tsx';
import { numberColumn } from '../components/columns.ts';
import { Field, Form } from '../components/form.tsx';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { Section } from '../components/section.tsx';
import { TextLink } from '../components/text.tsx';
import { number } from '../format.ts';
import { addressOf, companyAddress, useAddress } from '../frame/address.ts';
import {
  CompaniesEmptiedBy,
  CompaniesOnRecord,
  Employers,
  KnownCompany,
  SimilarEmployers,
} from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useLoaded } from '../graph/use-loaded.ts';
import { type PagedRows, type Rows, usePages } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { type Employer, employersOf } from '../people/employers.ts';
import { FilterChips } from '../people/filter-chips.tsx';
import { NoMatches, NoNetwork } from '../people/no-matches.tsx';
import { CompanyCell } from '../people/person-cell.tsx';
import { plural, say } from '../sentences.ts';

const counted = (count: number): string => plural(count, 'company', 'companies');

/** Companies: employers in the network, or those on record with a name, website or filters. A single name leads to its page. */
export const CompaniesPage = () => {
  const { query } = useAddress();
  const filters = companyFiltersIn(query);
  const { name = '', website = '' } = query;
  if (name !== '' || website !== '') return <Named key={name + website} name={name} website={website} />;
  return companyWhereOf(filters) ? <Filtered filters={filters} ignored={query.ignored} /> : <NetworkEmployers />;
};

const Search = ({ text }: { readonly text: string }) => {
  const { go } = useAddress();
  return (
    <Form
      class="inline-form row wrap"
      button="Find"
      isPrimary={false}
      onSubmit={(field) => {
        const asked = field('name');
        const isWebsite = asked.includes('.') && !asked.includes(' ');
        if (asked !== '') go(addressOf('/companies', isWebsite ? { website: asked } : { name: asked }));
      }}
    >
      <Field label="Company name or website" name="name" value={text} placeholder="Company name or website" isHidden />
    </Form>
  );
};

const Named = ({ name, website }: { readonly name: string; readonly website: string }) => {
  const { go } = useAddress();
  const text = name || website;
  const bare = website
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  const exact = useFound(name ? { name: { eqIgnoreCase: name } } : { websites: { in: [bare, `www.${bare}`] } });
  const isNone = exact.list?.total === 0;
  const loose = useFound(name && isNone ? { name: { matches: name } } : undefined);
  const similar = useQuery(SimilarEmployers, isNone ? { name: name || (bare.split('.')[0] ?? '') } : undefined);
  const names = useMemo(
    () => employersOf(similar.data?.relationships?.nodes ?? []).filter((one) => one.name !== name),
    [similar.data, name],
  );
  const [only] = exact.list?.total === 1 ? exact.list.rows : [];

  useEffect(() => {
    if (only) go(addressOf(companyAddress(only.id), { name }), true);
  }, [only]);

  return (
    <>
      <PageHead title="Companies">
        <Search text={text} />
      </PageHead>
      {(only || exact.isLoading) && <Loading />}
      {exact.failure && <FailureNotice failure={exact.failure} again={exact.again} />}
      {isNone && (
        <Notice
          title={`No company named “${text}”`}
          body={
            loose.list?.total
              ? `Companies on record with this word in their names: ${number(loose.list.total)}.`
              : 'Check the spelling, or try its website.'
          }
          heading="h2"
        >
          <LinkButton href="/companies" label="Where your network works" />
          {website && (
            <LinkButton href={addressOf('/activity', { tab: 'mappings', map: website })} label="Map this company" />
          )}
        </Notice>
      )}
      {!only && <FoundCompanies found={isNone ? loose : exact} />}
      {names.length > 0 && (
        <Section title="Similar names in your network">
          <ul class="plain-rows">
            {names.map((one) => (
              <li key={one.name}>
                <CompanyCell name={one.name} />
                <span class="muted">{say.people(one.people)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};

const Filtered = ({ filters, ignored }: { readonly filters: CompanyFilters; readonly ignored: string | undefined }) => {
  const where = companyWhereOf(filters);
  const found = useFound(where);
  const isEmptied = found.list?.total === 0 && Object.keys(filters).length > 1;
  const emptied = useQuery(CompaniesEmptiedBy, isEmptied && where ? { where } : undefined);
  const chips = <FilterChips of="COMPANIES" names={companyFilterNames} filters={filters} ignored={ignored} />;
  return (
    <>
      <PageHead title="Companies" count={found.list && counted(found.list.total)}>
        <Search text="" />
      </PageHead>
      {found.isLoading && <Loading lines={18} />}
      {found.failure && <FailureNotice failure={found.failure} again={found.again} />}
      {found.list && found.list.total === 0 && (
        <>
          {chips}
          <NoMatches
            path="/companies"
            filters={filters}
            emptiedBy={emptied.data?.searchCompanies?.emptiedBy}
            counted={counted}
          >
            <LinkButton href="/companies" label="Where your network works" />
          </NoMatches>
        </>
      )}
      <FoundCompanies found={found}>{chips}</FoundCompanies>
    </>
  );
};

const useFound = (where: CompanyWhere | undefined) =>
  usePages(CompaniesOnRecord, where && { where }, ({ searchCompanies }) => searchCompanies);

interface FoundCompaniesProps {
  readonly found: PagedRows<{ readonly id: string }>;
  readonly children?: ComponentChildren;
}

/** Maximum number of companies whose names are looked up: each takes a query. */
const maxNamed = 50;

/** Companies on record, with their names where the network reaches somebody there, which is free. */
const FoundCompanies = ({ found: { list }, children }: FoundCompaniesProps) => {
  const graph = useGraph();
  const ids = (list?.rows ?? []).slice(0, maxNamed).map(({ id }) => id);
  const { value: known } = useLoaded(ids.join(), async () => {
    const all = ids.map(async (id): Promise<FoundCompany> => {
      const outcome = await graph.run(KnownCompany, { id });
      const found = outcome.kind === 'done' ? outcome.data.relationships : null;
      return found
        ? { id, people: found.totalCount, name: found.nodes[0]?.profile?.currentCompanyName ?? say.locked }
        : { id };
    });
    return new Map((await Promise.all(all)).map((one) => [one.id, one]));
  });
  const source = useMemo((): Rows<FoundCompany> | undefined => {
    const withNames = (rows: readonly { readonly id: string }[]) =>
      rows
        .map(({ id }): FoundCompany => known?.get(id) ?? { id })
        .toSorted((one, other) => (other.people ?? -1) - (one.people ?? -1));
    return list && { ...list, rows: withNames(list.rows), all: async () => withNames(await list.all()) };
  }, [list, known]);
  if (!source || source.total === 0) return null;
  if (known === undefined) return <Loading lines={18} />;
  return (
    <List
      label="Companies on record"
      source={source}
      columns={[
        {
          ...nameColumn,
          text: ({ name }) => name ?? 'Company',
          cell: ({ id, name }) => (
            <TextLink href={addressOf(companyAddress(id), name && name !== say.locked ? { name } : {})}>
              {name ?? 'Company'}
            </TextLink>
          ),
        },
        peopleColumn,
      ]}
      keyOf={({ id }) => id}
      fileName="companies"
    >
      {children}
    </List>
  );
};

interface FoundCompany {
  readonly id: string;
  /** Undefined if it was not looked up. */
  readonly name?: string;
  readonly people?: number;
}

const nameColumn = { key: 'company', name: 'Company', width: 'minmax(9rem, 2fr)' } as const;

const peopleColumn = numberColumn(
  { key: 'people', name: 'People you reach' },
  ({ people }: { readonly people?: number }) => people ?? null,
);

const columns: readonly ListColumn<Employer>[] = [
  { ...nameColumn, text: ({ name }) => name, cell: ({ name }) => <CompanyCell name={name} /> },
  peopleColumn,
];

const NetworkEmployers = () => {
  const people = usePages(Employers, {}, ({ relationships }) => relationships);
  const { list, failure } = people;
  const employers = useMemo(() => employersOf(list?.rows ?? []), [list?.rows]);

  // Counts need all people, which are free to read.
  useEffect(() => {
    if (list?.more && !list.isReading) list.all();
  }, [list?.more === undefined, list?.isReading]);

  return (
    <>
      <PageHead title="Companies" count={list && counted(employers.length)}>
        <Search text="" />
      </PageHead>
      {(people.isLoading || list?.more) && <Loading lines={18} />}
      {failure && <FailureNotice failure={failure} again={people.again} />}
      {list && !list.more && employers.length === 0 && <NoNetwork />}
      {employers.length > 0 && list && !list.more && (
        <List
          label="Where your network works"
          source={employers}
          columns={columns}
          keyOf={({ name }) => name}
          fileName="companies"
        />
      )}
    </>
  );
};
