import { andWords, orWords } from './conjunctions.ts';
import { isPlace } from './places.ts';

/** Short names of places that are read only in the words around them. */
const shortNames: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}.])(?:e\.?\s?e\.?\s?u\.?\s?u\.?|u\.\s?s\.(?:\s?a\.)?)(?!\p{L})/giu, 'USA'],
  [/(?<!\p{L})san\s?fran(?!\p{L})/giu, 'San Francisco'],
  [
    /(?<=(?<!\p{L})(?:in|from|around|near|across|of|to)\s)the\sbay(?:\sarea)?(?!\p{L}|\sof(?!\p{L}))/giu,
    'San Francisco',
  ],
];

const word = String.raw`\p{L}[\p{L}\p{M}.'’-]*`;
const article = String.raw`(?:(?:the|die|der|den|dem|la|le|les|el|los|las)\s|l['’])?`;
const name = String.raw`${article}(${word}(?:\s${word}){0,2}?)(?![\p{L}\p{M}'’-]|\s\p{Lu})`;

/** Ways to say that somebody is no longer at a place, or that what is there is not asked for. */
const leaving: readonly RegExp[] = [
  String.raw`(?:who(?:['’]ve)?\s|that\s)?(?:have\s|has\s|had\s|since\s)*(?:left|moved\s(?:away\sfrom|out\sof)|(?:are\s|is\s)?no\slonger\s(?:living\s|live\s|based\s|working\s|work\s)?in|not\s(?:living\s|based\s)?in\s(?=.*\s(?:anymore|any\smore)(?!\p{L})))\s?${name}(?:\s(?:anymore|any\smore)(?!\p{L}))?`,
  String.raw`(?:nicht\smehr\s(?:in|aus|im)|(?:aus|von)\s(?=.{3,30}\s(?:weg|fort)(?:gezogen|gegangen)))\s?${name}(?:\s(?:weg|fort)(?:gezogen|gegangen))?`,
  String.raw`(?:aus\s)?${name}\s(?:verlassen|den\s[Rr]ücken\sgekehrt)(?:\s(?:haben|hat|hatten))?`,
  String.raw`(?:qui\s|ayant\s)?(?:ont\s|a\s)?(?:quitté|quittent)\s?${name}`,
  String.raw`(?:qui\s)?(?:(?:ne\s)?(?:sont|habitent|vivent|travaillent|résident)|n['’]habitent)\splus\s(?:en|à|au|aux)\s${name}`,
  String.raw`(?:expatrié\p{L}*|partis?)\shors\s(?:de\s|du\s|d['’])${name}`,
  String.raw`(?:que\s)?(?:se\s(?:fueron|han\sido|marcharon|mudaron)\sde|salieron\sde|dejaron|han\sdejado|abandonaron)\s${name}`,
  String.raw`(?:que\s)?ya\sno\s(?:est\p{L}+|viv\p{L}+|trabaj\p{L}+|resid\p{L}+)\sen\s${name}`,
  String.raw`${name}\s(?:haben\swir\s(?:schon|bereits)|ist\s(?:schon|bereits)\sabgedeckt|we\salready\s(?:have|cover|know)|(?:is|are)\salready\scovered|on\s(?:l['’]|les\s)?a\sdéjà|nous\s(?:l['’]|les\s)?avons\sdéjà|ya\s(?:l[aeo]s?\s)?tenemos)`,
].map((pattern) => new RegExp(String.raw`(?<!\p{L})${pattern}(?!\p{L})`, 'gu'));

const joint = new RegExp(String.raw`(\s*/\s*|\s*,?\s+(?:${orWords}|${andWords}|as\swell\sas|sowie)\s+|\s*,\s*)`, 'iu');

/** The place that a text ends with, after lower-case words. */
const endsWithPlace = (text: string): boolean => {
  const [, before = '', last = ''] = /^(.*?)((?:\p{Lu}[\p{L}\p{M}.'’-]*\s?){1,3})$/u.exec(text) ?? [];
  return last !== '' && (before === '' || /[\s('’]$/.test(before)) && isPlace(last);
};

/** The place that a text begins with, before lower-case words. */
const beginsWithPlace = (text: string): boolean =>
  isPlace(/^(?:\p{Lu}[\p{L}\p{M}.'’-]*\s?){1,3}(?!\p{L})/u.exec(text)?.[0] ?? '');

/** A text with alternatives of places, such as `Milan, Turin or Rome` and `España/Italia`, joined by `or`. */
const withJoinedPlaces = (text: string): string => {
  const parts = text.split(joint);
  const isBetweenPlaces = (at: number): boolean =>
    endsWithPlace(parts[at - 1] ?? '') && beginsWithPlace(parts[at + 1] ?? '');
  // `Paris, France` is one place.
  const isJoined = (at: number): boolean => {
    const mark = (parts[at] ?? '').trim();
    if (mark === '/') return true;
    return mark === ',' && [at - 2, at + 2].some((other) => isBetweenPlaces(other));
  };
  return parts.map((part, at) => (at % 2 === 1 && isBetweenPlaces(at) && isJoined(at) ? ' or ' : part)).join('');
};

/**
 * A line with places as filters read them: nicknames spelt out, alternatives joined by `or`, and places that were left
 * excluded.
 *
 * @example
 * withPlaces('sales people who left Ireland'); // 'sales people not in Ireland'
 */
export const withPlaces = (text: string): string => {
  if (text.includes('\n') || text.includes('\t')) return text;
  const spelt = shortNames.reduce((one, [pattern, place]) => one.replaceAll(pattern, place), text);
  const left = leaving.reduce(
    (one, pattern) =>
      one.replaceAll(pattern, (all: string, place: string) => (isPlace(place) ? ` not in ${place} ` : all)),
    spelt,
  );
  return withJoinedPlaces(left).replaceAll(/(?<=\S) {2,}/g, ' ');
};
