import { useEffect, useMemo } from 'preact/hooks';
import { Field, Form } from '../components/form.tsx';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { FailureNotice, Loading, Notice, ReadNotice } from '../components/notice.tsx';
import { number } from '../format.ts';
import { addressOf, companyAddress, useAddress } from '../frame/address.ts';
import { Employers, FindCompanies } from '../generated/documents.ts';
import { usePages, wholeOf } from '../graph/use-pages.ts';
import { useQuery } from '../graph/use-query.ts';
import { type Employer, employersOf } from '../people/employers.ts';
import { CompanyCell } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';

/** Companies: employers in the network, or companies with a name or website. A single match leads to its page. */
export const CompaniesPage = () => {
  const { query } = useAddress();
  const name = query.name ?? '';
  const website = query.website ?? '';
  return name === '' && website === '' ? (
    <NetworkEmployers />
  ) : (
    <Found key={name + website} name={name} website={website} />
  );
};

const Search = ({ text }: { readonly text: string }) => {
  const { go } = useAddress();
  return (
    <Form
      class="inline-form"
      button={say.company.findButton}
      isPrimary={false}
      onSubmit={(field) => {
        const asked = field('name');
        const isWebsite = asked.includes('.') && !asked.includes(' ');
        if (asked !== '') go(addressOf('/companies', isWebsite ? { website: asked } : { name: asked }));
      }}
    >
      <Field label={say.company.find} name="name" value={text} placeholder={say.company.find} isHidden />
    </Form>
  );
};

const Found = ({ name, website }: { readonly name: string; readonly website: string }) => {
  const { go } = useAddress();
  const text = name || website;
  const bare = website
    .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
  const where = name ? { name: { eqIgnoreCase: name } } : { websites: { in: [bare, `www.${bare}`] } };
  const variables = { where, name: name || (bare.split('.')[0] ?? '') };
  const companies = useQuery(FindCompanies, variables);
  const loose = useQuery(
    FindCompanies,
    name && companies.data?.exact?.totalCount === 0 ? { where: { name: { matches: name } }, name } : undefined,
  );
  const found = companies.data;
  const exact = found?.exact?.nodes ?? [];
  const onRecord = loose.data?.exact?.nodes ?? [];
  const names = useMemo(
    () => employersOf(found?.similar?.nodes ?? []).filter((one) => one.name !== name),
    [found, name],
  );
  const [only] = exact.length === 1 ? exact : [];

  useEffect(() => {
    if (only) go(addressOf(companyAddress(only.id), { name }), true);
  }, [only]);

  return (
    <>
      <PageHead title={say.company.findTitle}>
        <Search text={text} />
      </PageHead>
      {(only || companies.isLoading) && <Loading />}
      {found === undefined && !companies.isLoading && <ReadNotice read={companies} member="exact" />}
      {found && !only && (
        <>
          <ReadNotice read={companies} member="exact" />
          {exact.length === 0 && (
            <Notice
              title={say.company.none(text)}
              body={onRecord.length > 0 ? say.company.noneExact(onRecord.length) : say.company.noneBody}
              heading="h2"
            >
              {website && (
                <a class="button" href={addressOf('/activity', { tab: 'mappings', map: website })}>
                  {say.company.map}
                </a>
              )}
            </Notice>
          )}
          <ul class="plain-rows">
            {[...exact, ...onRecord].map(({ id }) => (
              <li key={id}>
                <a href={addressOf(companyAddress(id), { name })} dir="auto">
                  {exact.length > 0 ? text : say.company.withWord(text)}
                </a>
                <span class="muted">{id.slice(0, 8)}</span>
              </li>
            ))}
          </ul>
          {names.length > 0 && (
            <>
              <h2 class="sub">{say.company.similar}</h2>
              <ul class="plain-rows">
                {names.map((one) => (
                  <li key={one.name}>
                    <CompanyCell name={one.name} />
                    <span class="muted">{say.people(one.people)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </>
  );
};

const columns: readonly ListColumn<Employer>[] = [
  {
    key: 'company',
    name: say.list.company,
    width: 'minmax(9rem, 2fr)',
    text: ({ name }) => name,
    cell: ({ name }) => (
      <a href={addressOf('/companies', { name })} dir="auto">
        {name}
      </a>
    ),
  },
  {
    key: 'people',
    name: say.company.peopleKnown,
    width: '9rem',
    isNumeric: true,
    order: ({ people }) => people,
    text: ({ people }) => number(people),
  },
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
      <PageHead title={say.company.findTitle} count={list && say.company.count(employers.length)}>
        <Search text="" />
      </PageHead>
      {(people.isLoading || list?.more) && <Loading lines={18} />}
      {failure && <FailureNotice failure={failure} again={people.again} />}
      {list && !list.more && employers.length === 0 && (
        <Notice title={say.list.noNetwork} body={say.list.noNetworkBody} heading="h2">
          <a class="button primary" href="/team">
            {say.list.addConnectors}
          </a>
        </Notice>
      )}
      {employers.length > 0 && list && !list.more && (
        <List
          label={say.company.employers}
          source={wholeOf(employers)}
          columns={columns}
          keyOf={({ name }) => name}
          fileName="companies"
          counted={say.company.count}
        />
      )}
    </>
  );
};
