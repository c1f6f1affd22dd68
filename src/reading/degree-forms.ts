import { plain } from './fold-accents.ts';
import { singular } from './title-forms.ts';

/** Degrees, and words for them; the first is the one that records have, separated by `=` from other ways to write it. */
const degrees = `MBA = Master of Business Administration < emba, executive mba
Doctor of Philosophy = PhD = Ph.D. = Dr. rer. nat. = Doctorate < phd, ph d, doctorate, doctor, doktor, doktortitel, promovierte, promovierter, promovierten, promoviert, promotion, docteur, doctorat, doctora, doctorado
Master of Science = MSc = M.Sc. < msc
Bachelor of Science = BSc = B.Sc. < bsc
Diplom < diplom`;

/** Subjects in records, and words for them in German, French and Spanish. */
const subjects = `Economics < vwl, volkswirtschaft, volkswirtschaftslehre, économie, sciences économiques, economía, económicas
Business Administration = Business < bwl, betriebswirtschaft, betriebswirtschaftslehre, gestion, gestion d'entreprise, administration des affaires, administración de empresas, ade, empresariales, business
Computer Science < informatik, informatique, informática, cs, computing, ciencias de la computación
Law < jura, jus, rechtswissenschaft, rechtswissenschaften, droit, derecho
Psychology < psychologie, psicología
Sociology < soziologie, sociologie, sociología
Mathematics = Maths < mathematik, mathe, mathématiques, maths, math, matemáticas
Statistics < statistik, statistiques, estadística
Physics < physik, physique, física
Chemistry < chemie, chimie, química
Biology < biologie, biología
Medicine < medizin, médecine, medicina
History < geschichte, histoire, historia
Political Science = Politics < politikwissenschaft, politologie, sciences politiques, ciencias políticas
Philosophy < philosophie, filosofía
Architecture < architektur, arquitectura
Journalism < journalistik, journalismus, journalisme, periodismo
Communication = Communications < kommunikation, kommunikationswissenschaft, comunicación
English Literature = English < anglistik, littérature anglaise, literatura inglesa
Accounting < rechnungswesen, comptabilité, contabilidad
Finance < finanzwesen, finances, finanzas
Fine Arts < kunst, beaux-arts, bellas artes
Graphic Design < grafikdesign, graphisme, design graphique, diseño gráfico
Industrial Design < industriedesign, design industriel, diseño industrial
Electrical Engineering < elektrotechnik, génie électrique, ingeniería eléctrica
Mechanical Engineering < maschinenbau, génie mécanique, ingeniería mecánica
Industrial Engineering < wirtschaftsingenieurwesen, génie industriel, ingeniería industrial
Software Engineering < softwaretechnik, génie logiciel, ingeniería de software`;

const tableOf = (lines: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [names = '', words = ''] = line.split(' < ');
      const all = names.split(' = ');
      return [...all, ...words.split(', ')].map((word) => [plain(word), all] as const);
    }),
  );

const [ofDegrees, ofSubjects] = [tableOf(degrees), tableOf(subjects)];

const formsIn = (table: ReadonlyMap<string, readonly string[]>, text: string): readonly string[] =>
  table.get(plain(text)) ?? table.get(plain(singular(text))) ?? [];

/** Whether words are a degree, such as `MBAs`, or, where studies are named, a subject, such as `VWL`. */
export const isDegree = (text: string, isOfStudies: boolean): boolean =>
  formsIn(ofDegrees, text).length > 0 || (isOfStudies && formsIn(ofSubjects, text).length > 0);

/** The degrees or subjects that records may have for words, themselves first. */
export const degreeForms = (text: string): readonly string[] => [
  ...new Set([text, singular(text), ...formsIn(ofDegrees, text), ...formsIn(ofSubjects, text)]),
];
