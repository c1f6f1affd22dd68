import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { DataTable, type TableColumn } from '../components/data-table.tsx';
import { Loading, Notice, OutcomeNotice } from '../components/notice.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { Employers, FindCompanies } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { type Employer, employersOf } from '../people/employers.ts';
import { say } from '../sentences.ts';
import { CompanyLink } from './company-link.tsx';

/** Companies: found by name, and those where the network works. A name that one company has leads to its page. */
export const CompaniesPage = () => {
  const { query, route } = useLocation();
  const name = query.name ?? '';
  const find = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const asked = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (asked !== '') route(`/companies?${new URLSearchParams({ name: asked })}`);
  };
  return (
    <>
      <PageTitle title={say.company.findTitle} lead={say.company.findHint} />
      <form class="form-row" onSubmit={find}>
        <label class="field">
          {say.company.find}
          <input key={name} name="name" defaultValue={name} autocomplete="off" />
        </label>
        <button type="submit" class="button primary">
          {say.company.findButton}
        </button>
      </form>
      {name === '' ? <NetworkEmployers /> : <Found name={name} />}
    </>
  );
};

const Found = ({ name }: { readonly name: string }) => {
  const { route } = useLocation();
  const { outcome, again } = useQuery(FindCompanies, { name });
  const found = outcome.kind === 'done' ? outcome.data : undefined;
  const exact = found?.exact?.nodes ?? [];
  const similar = found?.similar?.nodes ?? [];
  const names = [...new Set(similar.map(({ profile }) => profile?.currentCompanyName))].filter(
    (one) => typeof one === 'string' && one !== name,
  );
  const [only] = exact.length === 1 ? exact : [];

  useEffect(() => {
    if (only) route(`/companies/${only.id}?${new URLSearchParams({ name })}`, true);
  }, [only]);

  if (only) return <Loading />;
  if (!found) return <OutcomeNotice outcome={outcome} again={again} member="exact" />;
  return (
    <Section
      title={exact.length > 1 ? say.company.several : say.company.similar}
      aside={<QueryLink document={FindCompanies} variables={{ name }} />}
    >
      <OutcomeNotice outcome={outcome} again={again} member="exact" />
      <OutcomeNotice outcome={outcome} again={again} member="similar" />
      {found.exact && found.similar && exact.length === 0 && names.length === 0 && (
        <Notice title={say.company.none(name)} body={say.company.noneBody} />
      )}
      <ul class="company-names">
        {exact.map(({ id }) => (
          <li key={id}>
            <a href={`/companies/${id}?${new URLSearchParams({ name })}`} dir="auto">
              {name}
            </a>{' '}
            <span class="muted">{id}</span>
          </li>
        ))}
        {names.map((one) => (
          <li key={one}>
            <CompanyLink name={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
};

const columns: readonly TableColumn<Employer>[] = [
  { name: say.list.employer, text: ({ name }) => name, cell: ({ name }) => <CompanyLink name={name} /> },
  {
    name: say.company.peopleKnown,
    numeric: true,
    order: ({ people }) => people,
    text: ({ people }) => number(people),
  },
];

/** How many people of the network are read for their employers. */
const mostRead = 1000;

const NetworkEmployers = () => {
  const variables = { first: mostRead };
  const { outcome, again } = useQuery(Employers, variables);
  const found = outcome.kind === 'done' ? outcome.data.relationships : undefined;
  if (!found) return <OutcomeNotice outcome={outcome} again={again} member="relationships" lines={8} />;
  const { nodes, totalCount } = found;
  const employers = employersOf(nodes);
  return (
    <Section title={say.company.employers} aside={<QueryLink document={Employers} variables={variables} />}>
      {nodes.length < totalCount && <p class="muted">{say.list.among(nodes.length, totalCount)}</p>}
      {employers.length === 0 ? (
        <Notice title={say.list.noNetwork} body={say.list.noNetworkBody} />
      ) : (
        <DataTable
          label={say.company.employers}
          caption={say.company.count(employers.length)}
          columns={columns}
          rows={employers}
          keyOf={({ name }) => name}
          fileName="companies"
        />
      )}
    </Section>
  );
};
