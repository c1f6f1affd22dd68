import type { Row } from '../reading/row.ts';
import type { LookUps } from './look-ups.ts';
import { companiesBy, type Meaning, nothing, oneCompany, onePerson, several } from './meaning.ts';
import { choicesOf, isFound, unlessUnchecked } from './named.ts';
import { say } from './sentences.ts';

/** Whether a row has an id, link or address. */
export const isExact = ({ id, url, slug, emails, companyUrl, website }: Row): boolean =>
  [id, url, slug, emails, companyUrl, website].some((member) => member !== undefined);

/** Resolves an id, link, e-mail address or website. */
export const exactMeaning = async (row: Row, graph: LookUps): Promise<Meaning> => {
  if (row.id !== undefined) {
    const { company: firms } = await graph.countCompanies({ company: { id: { eq: row.id } } });
    return firms > 0 ? oneCompany(row.id) : onePerson(row.id);
  }
  const isCompany = row.about === 'company';
  const { people, companies } = await graph.match(isCompany ? [] : [row], isCompany ? [row] : []);
  const [person] = people;
  const [company] = companies;
  for (const one of [person, company]) if (one) unlessUnchecked(one);
  if (person && isFound(person) && person.id !== undefined) return onePerson(person.id);
  if (person && person.candidates.length > 0) return several(choicesOf(person.candidates));
  if (company && isFound(company))
    return company.id ? oneCompany(company.id) : companiesBy({ website: row.website ?? '' });
  if (row.website !== undefined) return companiesBy({ website: row.website });
  if (row.emails !== undefined) return nothing(say.noMail(row.emails[0] ?? ''));
  const slug = row.slug ?? /[^/?#]+(?=[^/]*$)/.exec((row.url ?? row.companyUrl ?? '').replace(/\/+$/, ''))?.[0] ?? '';
  return nothing(say.noPage, [
    { label: say.further, detail: say.price, ...(isCompany ? oneCompany(slug) : onePerson(slug)) },
  ]);
};
