import { wordsOf } from '../../reading/names.ts';

/** Words that are complete titles, folded, with the English form of foreign ones. */
const roles: ReadonlyMap<string, string> = new Map([
  ...`engineer developer designer architect manager director head chief officer president vp svp evp ceo cto cfo coo cmo cpo cio ciso
    cro chro founder cofounder owner partner investor analyst scientist researcher lawyer counsel attorney recruiter marketer consultant
    accountant buyer producer editor writer teacher professor doctor nurse lead associate specialist coordinator intern advisor
    representative executive principal programmer administrator assistant agent controller treasurer`
    .split(/\s+/)
    .map((word) => [word, word] as const),
  ...Object.entries({
    director: 'directora directeur directrice direktor direktorin diretor diretora direttore direttrice directeurs',
    manager: 'gerente responsable responsabile gestionnaire gerant gerante',
    engineer: 'ingenieur ingenieurin ingenieure ingeniero ingeniera engenheiro engenheira ingegnere ingenieurs',
    developer:
      'entwickler entwicklerin developpeur developpeuse desarrollador desarrolladora desenvolvedor sviluppatore ontwikkelaar',
    head: 'leiter leiterin chef cheffe jefe jefa hoofd',
    founder: 'grunder grunderin fondateur fondatrice fundador fundadora fondatore oprichter',
    analyst: 'analyste analista analyst',
    lawyer: 'anwalt anwaltin rechtsanwalt avocat avocate abogado abogada advogado avvocato jurist',
    accountant: 'buchhalter comptable contador contable',
    'managing director': 'geschaftsfuhrer geschaftsfuhrerin',
  }).flatMap(([english, others]) => others.split(' ').map((word) => [word, english] as const)),
]);

/** Further words in titles; none is a complete title. */
const parts = new Set(
  `senior staff junior software hardware data product sales marketing finance financial legal operations operating people growth
  security machine learning research design engineering customer success support account business development talent general managing
  vice human resources technology technical information of de and & revenue experience brand content quality project program supply
  chain it ux ui ai full stack frontend backend web mobile cloud platform investment risk compliance`.split(/\s+/),
);

/** Parts of titles in other languages, folded, with their English form. */
const translated: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sales: 'ventas vendas ventes vertrieb vertriebs verkauf vendite verkoop',
    marketing: 'mercadeo mercadotecnia',
    finance: 'finanzas financas finanzen finanz finances finanza financien financiero financiera',
    engineering: 'ingenieria engenharia ingenierie ingegneria technik technique tecnica',
    operations: 'operaciones operacoes operationnel operazioni betrieb',
  }).flatMap(([english, others]) => others.split(' ').map((word) => [word, english] as const)),
);

/** Functions as they appear in records, by the beginnings of words in several languages. */
const functions: readonly (readonly [RegExp, string])[] = [
  [/^(?:engineer|ingeni|engenh|ingegn|entwickl|developp|desarroll|desenvolv|develop|programm|software)/, 'Engineering'],
  [/^(?:sales|vertrieb|verkauf|vent[ae]s?$|commercia|vendedor|vendeu|vendit|verkoop|salespe)/, 'Sales'],
  [/^(?:legal|lawyer|attorney|counsel|anwalt|rechts|avocat|abogad|advogad|avvocat|jurist)/, 'Legal'],
  [/^(?:financ|finanz|account(?:ant|ing)|buchhalt|comptab|contab|contad)/, 'Finance'],
  [/^marketing|^marketer/, 'Marketing'],
  [/^(?:hr$|human|recruit|personal|talent|rrhh|recursos$|ressources$|risorse$)/, 'Human Resources'],
  [/^(?:design|gestalt|disen)/, 'Design'],
  [/^(?:research|forsch|recherch|investigad|wissenschaft|chercheu)/, 'Research'],
  [/^(?:operation|betrieb|operacion)/, 'Operations'],
  [/^(?:data$|daten|donnees|datos)/, 'Data Science'],
  [/^(?:product$|produkt|produit|producto)/, 'Product Management'],
  [/^(?:investor|investment|anleger|investiss|inversor)/, 'Investment'],
  [/^(?:support|customer|kunden)/, 'Customer Success'],
];

const levels: readonly (readonly [RegExp, string])[] = [
  [/^(?:c-?levels?|c-?suite|execs?|executives)$/i, 'cxo'],
  [/^(?:vps|vice presidents)$/i, 'vp'],
  [/^directors$/i, 'director'],
  [/^interns$/i, 'intern'],
];

const singular = (word: string): string =>
  word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/, '');

const roleOf = (word: string): string | undefined =>
  roles.get(word) ?? roles.get(singular(word)) ?? roles.get(word.replace(/(?:es|en|innen|s)$/, ''));

/** Whether a role is written in a language other than English. */
export const isForeign = (text: string): boolean => {
  const [word = ''] = wordsOf(text);
  const role = roleOf(word);
  return role !== undefined && role !== word && role !== singular(word);
};

/** Whether all words may be parts of a title. */
export const isTitleWord = (text: string): boolean =>
  wordsOf(text).every(
    (word) => roleOf(word) !== undefined || parts.has(word) || parts.has(singular(word)) || translated.has(word),
  );

/** Builds an English title without plurals from words; undefined if none of them is a role. */
export const titleOf = (texts: readonly string[]): string | undefined => {
  if (!texts.some((text) => wordsOf(text).some((word) => roleOf(word) !== undefined))) return undefined;
  return texts
    .map((text) => {
      const [word = ''] = wordsOf(text);
      const english = roleOf(word) ?? translated.get(word);
      return english === undefined || english === word ? text : english;
    })
    .filter((text) => !/^(?:of|de|du|des|da|do|di|and|&)$/i.test(text))
    .join(' ');
};

/** The function of people with a title, or in a line of work. */
export const functionOf = (texts: readonly string[]): string | undefined => {
  const words = texts.flatMap(wordsOf);
  return functions.find(([pattern]) => words.some((word) => pattern.test(word)))?.[1];
};

export const levelOf = (text: string): string | undefined => levels.find(([pattern]) => pattern.test(text))?.[1];
