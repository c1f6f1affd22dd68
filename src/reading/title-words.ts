import { wordsOf } from './names.ts';
import { heads, uninflected } from './title.ts';

/**
 * Further words of titles in German, French, Spanish and shortened English, folded, of a man, by the English one that
 * `title.ts` knows. The page's reader of lists does without them.
 */
const words = heads(`manager mgr verantwortlicher
engineer engr
developer devs programador programmeur softwareentwickler
designer concepteur graphiste
partner socio associe teilhaber gesellschafter
owner dueno besitzer
scientist wissenschaftler cientifico scientifique
specialist spezialist specialiste especialista sachbearbeiter
coordinator koordinator coordinateur coordinador coordinatrice
architect architekt architecte arquitecto
assistant assistente asistente
freelancer freiberufler selbststandiger selbststandige selbstandiger selbstandige independant autonomo freelances
investor inversionista anleger
representative reprasentant representant representante reps
advisor asesor
senior confirme experimente experimentado erfahrener erfahrene
junior nachwuchs
design diseno
recruiting recrutement reclutamiento personalbeschaffung
investment investissement inversion inversiones
customer kunden clientes
risk risiko
quality qualitat qualite calidad
security sicherheit securite seguridad ciberseguridad cybersecurite
engineering genie tecnicos techniques
support soporte
logistics logistik logistique logistica
growth wachstum croissance crecimiento`);

/** Beside words of a title, those that stand for parts of it. */
const shortened: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\p{L})(?:[ée]xito del? clientes?|(?:réussite|succès)[- ]clients?|kundenerfolgs?)(?!\p{L})/giu,
    'customer success',
  ],
  [/(?<!\p{L})eng(?= (?:mgr|manag|lead|director|head))/giu, 'engineering'],
  [/(?<!\p{L})prod(?= (?:design|manag|market|owner|lead|mgr))/giu, 'product'],
  [/(?<!\p{L})Nachwuchs-?(?=\p{Ll}{4})/gu, 'junior '],
  // A technical director is a CTO; technicians are engineers.
  [/(?<=(?<!\p{L})(?:direct|dire[ct]t)\p{L}+ )(?:tech?ni(?:que|c[oa])|t[eé]cnic[oa])s?(?!\p{L})/giu, 'technology'],
  [/(?<!\p{L})(?:technische[rn]?|technical)(?= (?:direkt|direct|leit|geschäftsf|vorst))/giu, 'technology'],
];

/** A text with these words in English: `socias` becomes `partners`. */
export const withTitleWords = (text: string): string =>
  shortened
    .reduce((one, [pattern, word]) => one.replaceAll(pattern, word), text)
    .replaceAll(/(?<![\p{L}\p{M}@./-]|[Uu]niversi\p{L}+ )\p{L}[\p{L}\p{M}]{2,}(?![\p{L}\p{M}@-]|\.\p{L})/gu, (word) => {
      const [folded = ''] = wordsOf(word);
      const english = uninflected(folded, (form) => words.get(form));
      if (english === undefined) return word;
      return words.has(folded) || /(?:ity|ing|ment|ics|th|k|ior|design|support)$/.test(english)
        ? english
        : `${english}s`;
    });
