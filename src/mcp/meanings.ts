import { foldAccents } from '../reading/fold-accents.ts';
import { type Kind, kindOfHeading } from '../reading/headings.ts';
import { singular } from '../reading/title-forms.ts';

/**
 * What models call arguments, by what these mean: folded names. A longer name means the longest of them that it has among
 * its words, such as `q_current_job_titles`.
 */
const names = {
  text: 'text query keyword q search about',
  name: 'name fullname personname',
  person: 'person people contact target prospect candidate attendee who to personen personne persona',
  first: 'firstname givenname forename',
  last: 'lastname surname familyname',
  email: 'email mail emailaddress',
  company:
    'company companyname employer employername organization organisation org firm account currentcompany workplace works workat worksat workingat',
  companyId: 'companyid employerid organizationid',
  website: 'website domain companywebsite companydomain homepage site',
  url: 'url page link xneturl profilelink profileurl linkedin linkedinurl',
  slug: 'slug xnetslug username handle profile',
  id: 'id uuid personid profileid',
  title: 'title jobtitle role position job occupation designation currenttitle',
  past: 'past pastcompany pastemployer pastorganization pastorganisation pastorg pastfirm pastworkplace alumniof workedat exemployer formerlyat',
  place:
    'place location geo geography based city country region state town continent headquarter hq office siege sede sitz ort',
  industry: 'industry vertical sector market category companyindustry branche secteur sektor industria industrie',
  seniority: 'seniority level seniorlevel senioritylevel niveau nivel ebene',
  function: 'function department jobfunction team field funktion abteilung fonction departement funcion departamento',
  skill: 'skill expertise competency fahigkeit kenntnis competence habilidad',
  technology: 'technology tech techstack stack uses product tool',
  school:
    'school university college education almamater alumni studiedat schule universitat hochschule ecole universite universidad',
  major: 'major study fieldofstudy degree',
  size: 'headcount employee employees companysize staff employeecount employeerange headcountrange numemployees numberofemployees teamsize sizerange sizeclass sizebracket sizeband bracket mitarbeiter mitarbeiterzahl effectif empleado',
  founded: 'founded foundedyear yearfounded foundingyear founding',
  isKnown: 'network scope networkonly innetworkonly knownonly onlynetwork known connected',
  connector: 'knownby connector introducer connectedto connectionof contactof whoknows knows via through',
  details: 'load withdetails full',
  limit: 'limit count max maxresults pagesize n k top topk results numresults numberofresults perpage maxitems',
  cursor: 'after page cursor pagetoken offset',
  hops: 'hops maxhops steps degrees',
  since: 'since after from date period days lastdays timeframe startdate',
  kind: 'kind type changetype event eventtype what',
} as const;

/** What an argument may mean, whatever it is called. */
export type Meaning = keyof typeof names;

/** Names of arguments, folded, with the argument that each stands for. */
export type Names = Readonly<Record<string, string>>;

/** The names of a tool's arguments by what these mean; of two meanings of a name, the last counts. */
export const named = (meanings: Partial<Readonly<Record<Meaning, string>>>): Names =>
  Object.fromEntries(
    Object.entries(meanings).flatMap(([meaning, argument]) =>
      namesOf(meaning).map((name) => [name, argument] as const),
    ),
  );

/** Other names of a tool's arguments, as words; of two arguments of a name, the last counts. */
export const otherNames = (words: Readonly<Record<string, string>>): Names =>
  Object.fromEntries(
    Object.entries(words).flatMap(([argument, all]) => all.split(' ').map((name) => [name, argument])),
  );

/** What a heading of a column means as the name of an argument, in seven languages. */
const ofHeadings: Partial<Readonly<Record<Kind, Meaning>>> = {
  ...{ first: 'first', last: 'last', name: 'name', email: 'email', company: 'company', title: 'title', place: 'place' },
  ...{ website: 'website', url: 'url', companyUrl: 'website', slug: 'slug', id: 'id' },
};

const namesOf = (meaning: string): readonly string[] =>
  Object.entries(names).flatMap(([one, words]) => (one === meaning ? words.split(' ') : []));

/** Words in names of arguments that turn them into something else, which no other word of the name may stand for. */
const others: ReadonlySet<string> = new Set(
  'avoid skip ignore size headcount employees revenue funding years tenure phone gender age'.split(' '),
);

/** Words in names of arguments that exclude what is given. */
const excluding: ReadonlySet<string> = new Set('exclude excluded excluding not without except non no'.split(' '));

const past: ReadonlySet<string> = new Set('previous previously former formerly prior ex past'.split(' '));

export const folded = (name: string): string =>
  foldAccents(name.normalize('NFC').toLowerCase()).replaceAll(/[\s_.-]/g, '');

const wordsIn = (name: string): readonly string[] =>
  foldAccents(
    name
      .normalize('NFC')
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
      .toLowerCase(),
  )
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => (past.has(word) ? 'past' : word));

/** Whether a name has a word that turns it into something that no tool is about. */
export const isOther = (name: string): boolean => wordsIn(name).some((word) => others.has(word) || excluding.has(word));

/** A name without the words that exclude what it holds, such as `exclude_titles`. */
export const withoutExclusion = (name: string): { readonly bare: string; readonly isExcluded: boolean } => {
  const words = wordsIn(name);
  const kept = words.filter((word) => !excluding.has(word));
  const isExcluded = kept.length < words.length && kept.length > 0;
  return { bare: isExcluded ? kept.join('_') : name, isExcluded };
};

/** What is known under a name, also with words around it that say nothing. Of two parts as long, the last counts. */
export function knownAs<Known>(name: string, find: (name: string) => Known | undefined): Known | undefined {
  const whole = find(folded(name));
  if (whole !== undefined) return whole;
  const words = wordsIn(name);
  if (words.some((word) => others.has(word))) return undefined;
  for (let length = words.length; length > 0; length -= 1)
    for (let at = words.length - length; at >= 0; at -= 1) {
      const part = words.slice(at, at + length);
      if (words.includes('past') && !part.includes('past')) continue;
      const joint = part.join('');
      const known = find(joint) ?? find(singular(joint));
      if (known !== undefined) return known;
    }
  const kind = kindOfHeading(name.replaceAll(/[_-]/g, ' '));
  const meaning = kind && ofHeadings[kind];
  return meaning && find(meaning.toLowerCase());
}
