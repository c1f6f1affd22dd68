import { isOneEditFrom } from './fold-accents.ts';
import { hasLegalForm, setOf, wordsOf } from './names.ts';

/** The words of each line, by the one that it begins with. */
export const heads = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [head = '', ...words] = line.trim().split(' ');
      return words.map((word) => [word, head.replaceAll('-', ' ')] as const);
    }),
  );

/** Words that are complete titles in English. */
const roles = setOf(
  `engineer developer designer architect manager director head chief officer president chair vp svp evp avp ceo cto cfo coo
  cmo cpo cio ciso cro cso chro cdo founder cofounder owner partner investor analyst scientist researcher lawyer counsel attorney
  recruiter marketer consultant accountant buyer editor lead leader associate specialist coordinator intern advisor representative
  executive exec principal programmer assistant agent controller salesperson trainee seller coach boss freelancer paralegal
  ae sdr bdr swe pm gc`,
);

/** Complete titles in German, French, Spanish, Italian, Portuguese and Dutch, folded, of a man, by the English one. */
const foreignRoles = heads(`director direktor directeur direttore diretor
manager gerente responsable responsabile gerant
head leiter chef jefe jefa
engineer ingenieur ingeniero ingegnere engenheiro
developer entwickler developpeur desarrollador desenvolvedor programmierer
designer gestalter disenador
founder grunder fondateur fundador
cofounder mitgrunder cofondateur cofundador
owner inhaber proprietaire propietario
analyst analyste analista
lawyer anwalt rechtsanwalt avocat abogado advogado avvocato jurist
accountant buchhalter comptable contador contable
consultant berater conseiller consulente consultor
researcher forscher chercheur investigador
recruiter recruteur reclutador
seller verkaufer vendeur vendedor
buyer einkaufer acheteur comprador
investor investisseur inversor
intern praktikant stagiaire becario estagiario
president presidente prasident vorstand
managing-director geschaftsfuhrer`);

/** Further words in titles; none is a complete title. */
const parts = setOf(
  `senior staff junior software hardware data product sales marketing finance financial legal operations operating people growth
  security machine learning research design engineering customer success support account business development talent general managing
  vice human resources technology technical information of de and & revenue experience brand content quality project program supply
  chain it ux ui ai full stack frontend backend web mobile cloud platform investment risk compliance procurement logistics recruiting`,
);

/** The same in the other languages. */
const foreignParts = heads(`software logiciel
sales vertrieb verkauf ventas ventes vendas commercial commerciaux comercial
marketing mercadeo
finance finanz finanzen finances finanzas financas financier financiero
engineering technik ingenieria ingenierie engenharia entwicklung desarrollo
technology tecnologia technologie
operations betrieb operaciones
product produkt produit producto produto
data daten donnees datos
human-resources personal rh rrhh
legal recht rechts juridique juridico
procurement einkauf achats compras
research forschung recherche investigacion
team abteilung bereich gruppe
project projekt projet proyecto`);

/** Endings of plurals and of feminine forms in these languages, with what the word has without it. */
const feminine = 'in a e a:o rice:eur rice:ore euse:eur';
const plural = 's es ies:y innen en e os:o as: as:o i:o i:e rices:eur euses:eur';
const endingsOf = (text: string) =>
  text.split(' ').map((ending) => {
    const [from = '', to = ''] = ending.split(':');
    return [from, to] as const;
  });
const ofOne = endingsOf(feminine);
const ofMany = endingsOf(`${feminine} ${plural}`);

/** Finds an inflected word by the form that a table has of it; undefined if it has none. */
export const uninflected = <Found>(
  word: string,
  find: (form: string) => Found | undefined,
  isPlural = true,
): Found | undefined => {
  const found = find(word);
  if (found !== undefined || word.length < 4) return found;
  for (const [from, to] of isPlural ? ofMany : ofOne) {
    const form = word.endsWith(from) ? find(word.slice(0, -from.length) + to) : undefined;
    if (form !== undefined) return form;
  }
  return undefined;
};

/** The English form of a word that is a complete title, folded; undefined for any other word. */
export const roleOf = (word: string, isPlural = true): string | undefined =>
  uninflected(word, (form) => (roles.has(form) ? form : foreignRoles.get(form)), isPlural);

/** The title that a word is with a letter wrong, missing or added, or with two of them swapped; undefined for any other word. */
export const titleLike = (text: string): string | undefined => {
  const [word = ''] = wordsOf(text);
  if (word.length < 6 || roleOf(word) !== undefined || partOf(word) !== undefined || compound(word).length > 0)
    return undefined;
  const bare = word.replace(/s$/, '');
  for (const role of [...roles, ...foreignRoles.keys(), ...parts])
    if (role.length > 5 && role[0] === bare[0] && (isOneEditFrom(bare, role) || isOneEditFrom(word, role))) return role;
  return undefined;
};

const plainPartOf = (form: string): string | undefined => (parts.has(form) ? form : foreignParts.get(form));

/** The English form of a further word of titles, folded; undefined for any other word. */
export const partOf = (word: string): string | undefined => uninflected(word, plainPartOf);

/** The English words of a German compound, such as `Vertriebsleiter`. */
export const compound = (word: string): readonly string[] => {
  for (let at = 4; at <= word.length - 4; at += 1) {
    const part = plainPartOf(word.slice(0, at));
    const role = part && roleOf(word.slice(at).replace(/^s(?!e)/, ''));
    if (part !== undefined && role !== undefined) return [part, role];
  }
  return [];
};

/** The English words that a folded word of a title means; empty for other words. */
export const englishOf = (word: string): readonly string[] => {
  const one = roleOf(word) ?? partOf(word);
  return one === undefined ? compound(word) : [one];
};

/** Titles that also stand before names, or in names of firms. */
const ambiguous = setOf('coach agent seller trainee');

/** Whether words are a job title: one of them is a complete title, not a plural, and none is a legal form. */
export const isTitle = (text: string): boolean =>
  [...new Set(wordsOf(text))].some(
    (word) => (roleOf(word, false) !== undefined && !ambiguous.has(word)) || compound(word).length > 0,
  ) && !hasLegalForm(text);
