import { foldAccents } from './fold-accents.ts';

/** Bounds of a number, both inclusive. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Numbers that are often written in words, folded. */
const numberWords: ReadonlyMap<string, number> = new Map(
  (
    [
      [2, 'two zwei deux dos'],
      [3, 'three drei trois tres'],
      [5, 'five funf cinq cinco'],
      [10, 'ten zehn dix diez'],
      [12, 'dozen dutzend douzaine docena'],
      [20, 'twenty zwanzig vingt veinte'],
      [30, 'thirty dreissig trente treinta'],
      [50, 'fifty funfzig cinquante cincuenta'],
      [100, 'hundred hundert einhundert cent cien'],
      [200, 'zweihundert doscientos doscientas'],
      [500, 'funfhundert quinientos quinientas'],
      [1000, 'thousand tausend eintausend mille mil'],
    ] as const
  ).flatMap(([number, words]) => words.split(' ').map((word) => [word, number] as const)),
);

/** A pattern for a number in a word, such as `fifty`. */
export const anyNumberWord = `(?:(?:a|one|une?|ein|una?) )?(?:${[...numberWords.keys()].join('|')})`;

const numberWord = new RegExp(`(?<![\\p{L}\\p{N}]|\\d )(${anyNumberWord})(?!\\p{L})`, 'gu');

/** A folded text with its number words in digits. */
export const inDigits = (text: string): string =>
  text.replaceAll(numberWord, (words) => String(numberWords.get(/\S+$/.exec(words)?.[0] ?? '') ?? words));

/** Sizes of companies in words. */
const sizes: readonly (readonly [RegExp, Range])[] = [
  [/\b(?:smes?|smbs?|kmus?|pmes?|pymes?)\b/i, { max: 249 }],
  [
    /\b(?:corporates?|grossunternehmen|grosskonzerne?|grands groupes|grandes empresas|multinational\w*|multinacional\w*)\b/i,
    { min: 1001 },
  ],
  [/\b(?:micro|tiny)\b/i, { max: 10 }],
  [/\b(?:small|petites?|pequen[ao]s?|kleine[nr]?)\b/i, { max: 50 }],
  [/\b(?:mid|medium|mid\w*-?\w*sized?|mittel\w*|mittlere|moyennes?|medianas?)\b/i, { min: 51, max: 1000 }],
  [/\b(?:large|big|enterprise|grandes?|grosse[nr]?)\b/i, { min: 1001 }],
];

const above =
  /\b(?:(?:more|bigger|larger|greater|gross?er) (?:than|als)|over|above|exceed\w*|gt|mehr als|uber|superi\w+ a|(?:plus|mas|piu|mais) (?:de|que|di)|oltre|meer dan)\b|>(?!=)/;
const below =
  /\b(?:less|under|below|fewer|smaller|lt|inferi\w+ a|weniger als|kleiner|unter|(?:moins|menos|meno) (?:de|que|di)|minder dan)\b|<(?!=)/;
const atMost =
  /\b(?:at most|up to|max\w*|lte|(?:no|not|nicht|pas) (?:more than|mehr als|plus de|mas de)|bis|hochstens|au plus|jusqu.a|hasta|until|to|(?:or|oder|ou|o) (?:less|fewer|weniger|moins|menos)|(?:como|en) maximo)\b|<=|≤/;

/** Reads `more than 200`, `50-200 employees`, `1k+` or `small`; undefined for anything else. */
export function rangeIn(given: string): Range | undefined {
  const text = inDigits(foldAccents(given.toLowerCase()));
  const [first, second] = numbersIn(text.replaceAll(/(?<=\d\s*[km]?)\s*[-–—]\s*(?=\d)/g, ' to '));
  if (first === undefined) return sizes.find(([pattern]) => pattern.test(text))?.[1];
  if (second !== undefined) return { min: Math.min(first, second), max: Math.max(first, second) };
  if (atMost.test(text)) return { max: first };
  if (below.test(text)) return { max: first - 1 };
  return { min: above.test(text) ? first + 1 : first };
}

/** The numbers in a text, with separators of thousands and multiples. */
export const numbersIn = (text: string): readonly number[] =>
  [
    ...text.matchAll(
      /(?<![\d.,])-?(\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+)(?:\.(\d+))?\s*(k|m|thousand|million|tsd|tausend|mil|mille)?\b/gi,
    ),
  ].map(([all, whole = '', part, unit = '']) => {
    const factor = /^k|^t|^mille?$|^mil$/i.test(unit) ? 1000 : unit === '' ? 1 : 1_000_000;
    const number = Number(`${whole.replaceAll(/\D/g, '')}${part === undefined ? '' : `.${part}`}`) * factor;
    return all.startsWith('-') ? -number : number;
  });
