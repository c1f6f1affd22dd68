import { setOf, wordsOf } from './names.ts';
import { kindOfValue, type ValueKind } from './value.ts';

/** A part of a question that may be a name, firm, title, place, skill or school, or is an address or a link. */
export interface Span {
  readonly text: string;
  /** Offsets in the question. */
  readonly start: number;
  readonly end: number;
  /** Set if the kind is recognized from the span alone. */
  readonly kind?: Exclude<ValueKind, 'slug'>;
}

/** First words of questions, which do not start names. */
const openers = setOf(
  `who whos whom which what where how can could would please introduce find show list get give tell people any anyone
  anybody someone somebody everyone everybody hi hello hey i im id is need looking we do does wer wen wem kann bitte
  hallo qui peux pourrait bonjour quien puede hola chi puo ciao quem pode ola wie kan hoi alguien kennt kennen suche
  cherche necesito busco conoce`,
);

/** Further words around spans, folded, in the languages of the headings. */
const noise: ReadonlySet<string> = new Set([
  ...openers,
  ...`whose should may might will did are was were has have had me my us our you your they them he she
  it the a an some all at in of on for from to with by about and or not as that this there into
  introduced introduction intro intros connect contact know knows knew known meet want look works
  work used thanks thank best ich mir den dem der die das ein eine einen bei von zu zum zur
  mit fur und oder leute peut je moi nous vous le la les un une des du au aux chez avec
  pour et ou connais connait elle quelqu quelquun yo nos el los las una
  del al con para por y o u gente en que`.split(/\s+/),
]);

/** A dash or a bar alone is no word, and `US` is not `us`. */
export const isNoise = (word: string): boolean => {
  if (/^(?:US|IT|SVP)$/.test(word)) return false;
  const words = wordsOf(word);
  return words.length > 0 && words.every((one) => noise.has(one));
};

/** Maximum words of a span, and maximum number of spans: all are looked up at once. */
const maxWords = 5;
const maxSpans = 80;

/**
 * Whether a text is a question, such as `who can introduce me to the CTO of Lumora`, rather than an entry of a list,
 * such as `Head of Sales, Lumora`.
 *
 * @param isNamed whether it begins with a full name, whose particles questions have, too: `Femke van Dijk at Lumora`
 */
export function isQuestion(text: string, isNamed: boolean): boolean {
  const words = text.split(' ');
  if (words.length < 2) return false;
  if (/[?？]$/.test(text)) return true;
  const [first = ''] = wordsOf(words[0] ?? '');
  if (openers.has(first)) return true;
  return (!isNamed || noise.has(first)) && words.length > 4 && words.filter(isNoise).length * 3 > words.length;
}

/**
 * Cuts a question into spans that may be names, the longest first. It has no grammar: the caller looks up which of them
 * are people, firms, titles or places, and prefers the longest known one of overlapping spans.
 */
export function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let run: { readonly start: number; readonly end: number; readonly isEdge: boolean }[] = [];
  const endRun = (): void => {
    for (const [at, first] of run.entries())
      for (const last of run.slice(at, at + maxWords))
        if (first.isEdge && last.isEdge)
          spans.push({ text: text.slice(first.start, last.end), start: first.start, end: last.end });
    run = [];
  };
  for (const match of text.matchAll(/[^\s,;:!?()<>"“”„«»]+|([,;:!?()<>"“”„«»]+)/gu)) {
    const [token = '', mark] = match;
    if (mark !== undefined) {
      endRun();
      continue;
    }
    // `d’assurance` and `l’équipe` have an article.
    const bare = token.replace(/^[.'’*-]+|[.'’*-]+$/g, '').replace(/^(?:[cdjlmnst]|qu)['’](?=\p{L})/u, '');
    const start = match.index + token.indexOf(bare);
    const kind = kindOfValue(bare);
    if (kind !== undefined && kind !== 'slug') {
      endRun();
      spans.push({ text: bare, start, end: start + bare.length, kind });
      continue;
    }
    if (!/[\p{L}\p{N}&]/u.test(bare)) {
      endRun();
      continue;
    }
    // `Lumora’s` stands for Lumora.
    const length = bare.replace(/['’]s$/, '').length;
    run.push({ start, end: start + length, isEdge: bare !== '&' && !isNoise(bare) });
    if (/[.]$/.test(token) && bare.length > 3) endRun();
  }
  endRun();
  return spans
    .toSorted(
      (one, other) =>
        Number(other.kind !== undefined) - Number(one.kind !== undefined) ||
        other.end - other.start - (one.end - one.start),
    )
    .slice(0, maxSpans);
}
