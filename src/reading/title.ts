import { hasLegalForm, wordsOf } from './names.ts';

/** Words of job titles, folded, in the languages of the headings. */
const titleWords: ReadonlySet<string> = new Set(
  `ceo cto cfo coo cmo cio cpo cro cso ciso vp svp evp avp md chief president vice head director manager lead leader engineer developer
  analyst founder cofounder partner consultant designer architect officer associate intern owner recruiter scientist researcher advisor
  adviser investor principal chair chairman chairwoman chairperson executive specialist coordinator administrator accountant lawyer
  counsel attorney editor programmer strategist salesperson representative assistant secretary treasurer supervisor
  geschaftsfuhrer geschaftsfuhrerin vorstand leiter leiterin abteilungsleiter ingenieur ingenieurin entwickler entwicklerin berater
  beraterin grunder grunderin inhaber inhaberin referent directeur directrice responsable ingenieure gerant gerante developpeur
  developpeuse fondateur fondatrice conseiller chef director directora gerente ingeniero ingeniera jefe jefa fundador fundadora
  desarrollador direttore direttrice responsabile ingegnere amministratore fondatore sviluppatore consulente diretor diretora engenheiro
  engenheira desenvolvedor consultor consultora hoofd oprichter ontwikkelaar adviseur bestuurder`.split(/\s+/),
);

/** Whether words are a job title: one of them is a title word, and none is a legal form. */
export const isTitle = (text: string): boolean =>
  wordsOf(text).some((word) => titleWords.has(word)) && !hasLegalForm(text);
