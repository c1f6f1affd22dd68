import { isNickname } from './nicknames.ts';

/**
 * How alike two names are. `same`: the same words in any order, apart from particles, initials and how words are joined.
 * `near`: a letter wrong, a nickname, an initial for a word, or a middle name that only one of them has.
 */
export type Likeness = 'same' | 'near';

export interface Compared {
  readonly likeness: Likeness;
  /** Letters that are wrong in the words that correspond. */
  readonly wrong: number;
  /** The words of the first name that differ by letters from the words of the second. */
  readonly misspelled: readonly string[];
  /** Whether one of the two has only an initial for a word, or lacks a middle name. */
  readonly isPartial: boolean;
}

/** Words that join a family name, and that many people leave out. */
const particles: ReadonlySet<string> = new Set(
  'de da do dos das del della di du la le las los van von der den ter ten zu zum zur af av bin ibn bint al el y e i'.split(
    ' ',
  ),
);

export const isParticle = (word: string): boolean => particles.has(word);

/** A name of one word is compared only where names are written without spaces. */
export const isUnspaced = (word: string): boolean =>
  word.length > 1 && /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word);

/**
 * Compares the words of two people's names, both from `nameWords`. Undefined if they name different people: if a word of
 * each is left over, or a first or last word of one. A single word never names anybody.
 *
 * @example
 * comparePeople(['priya', 'ragunathan'], ['priya', 'raghunathan']); // near, one letter wrong
 * comparePeople(['maria', 'lee'], ['maria', 'lee', 'chan']); // undefined
 */
export function comparePeople(one: readonly string[], other: readonly string[]): Compared | undefined {
  const [a, b] = [withoutParticles(one), withoutParticles(other)];
  if (isWhole(a, b)) return { likeness: 'same', wrong: 0, misspelled: [], isPartial: false };
  const pairs = pairsOf(a, b);
  const solid = pairs.filter(({ kind }) => kind !== 'initial').length;
  if (pairs.length < 2 || solid === 0) return undefined;
  const [leftOfOne, leftOfOther] = [a, b].map((words, side) => left(words, pairs, side));
  if (!leftOfOne || !leftOfOther || (leftOfOne.length > 0 && leftOfOther.length > 0)) return undefined;
  const longer = leftOfOne.length > 0 ? a : b;
  const extra = leftOfOne.length > 0 ? leftOfOne : leftOfOther;
  const names = extra.filter((at) => (longer[at] ?? '').length > 1);
  if (names.some((at) => at === 0 || at === longer.length - 1)) return undefined;
  const misspelled = pairs.filter(({ kind }) => kind === 'letters');
  const exact = pairs.every(({ kind }) => kind === 'same') && names.length === 0;
  return {
    likeness: exact ? 'same' : 'near',
    wrong: misspelled.reduce((sum, { wrong }) => sum + wrong, 0),
    misspelled: misspelled.flatMap(({ places: [at] }) => a[at] ?? []),
    isPartial: names.length > 0 || pairs.some(({ kind }) => kind === 'initial'),
  };
}

/** Compares the words of two firms' names, both from `firmWords`. `near`: a letter wrong, or one begins with the other. */
export function compareFirms(one: readonly string[], other: readonly string[]): Likeness | undefined {
  if (one.length === 0 || other.length === 0) return undefined;
  if (one.join('') === other.join('')) return 'same';
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length === longer.length)
    return shorter.every((word, at) => word === longer[at] || lettersWrong(word, longer[at] ?? '') !== undefined)
      ? 'near'
      : undefined;
  const begins = shorter.every((word, at) => word === longer[at]);
  return begins && shorter.join('').length >= 4 ? 'near' : undefined;
}

function withoutParticles(words: readonly string[]): readonly string[] {
  const own = words.filter((word) => !particles.has(word));
  return own.length >= 2 ? own : words;
}

/** Whether both are written alike when joined: `Mary Beth` and `Marybeth`, or one unspaced word. */
function isWhole(a: readonly string[], b: readonly string[]): boolean {
  if (a.join('') !== b.join('')) return false;
  const [word = ''] = a;
  return a.length > 1 || b.length > 1 || isUnspaced(word);
}

/** Words that correspond, by their places in both names. */
interface Pair {
  readonly places: readonly [number, number];
  /** How many words each side contributes: two for a word that the other name writes in two. */
  readonly widths: readonly [number, number];
  readonly kind: 'same' | 'nickname' | 'letters' | 'initial';
  readonly wrong: number;
}

/** Pairs words, the most alike first, each at most once. */
function pairsOf(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const possible: Pair[] = [];
  const add = (places: Pair['places'], kind: Pair['kind'], wrong = 0, widths: Pair['widths'] = [1, 1]) =>
    possible.push({ places, kind, wrong, widths });
  for (const [at, word] of a.entries())
    for (const [to, name] of b.entries()) {
      if (word === name) add([at, to], 'same');
      else if (word === name + (b[to + 1] ?? ' ')) add([at, to], 'same', 0, [1, 2]);
      else if (name === word + (a[at + 1] ?? ' ')) add([at, to], 'same', 0, [2, 1]);
      else if (isNickname(word, name)) add([at, to], 'nickname');
      else {
        const wrong = lettersWrong(word, name);
        if (wrong !== undefined) add([at, to], 'letters', wrong);
        else if ((word.length === 1 || name.length === 1) && word[0] === name[0]) add([at, to], 'initial');
      }
    }
  const order = { same: 0, nickname: 1, letters: 2, initial: 3 } as const;
  const taken = [new Set<number>(), new Set<number>()] as const;
  return possible
    .toSorted((x, y) => order[x.kind] - order[y.kind] || x.wrong - y.wrong)
    .filter(({ places, widths }) => {
      const ranges = [0, 1].map((side) =>
        Array.from({ length: widths[side] ?? 1 }, (_, more) => (places[side] ?? 0) + more),
      );
      if (ranges.some((range, side) => range.some((at) => taken[side]?.has(at)))) return false;
      for (const [side, range] of ranges.entries()) for (const at of range) taken[side]?.add(at);
      return true;
    });
}

/** The places of the words that no pair has. */
function left(words: readonly string[], pairs: readonly Pair[], side: number): readonly number[] {
  const taken = new Set(
    pairs.flatMap(({ places, widths }) =>
      Array.from({ length: widths[side] ?? 1 }, (_, more) => (places[side] ?? 0) + more),
    ),
  );
  return [...words.keys()].filter((at) => !taken.has(at));
}

/**
 * How many letters of one word are wrong, left out, added, or swapped with the next; undefined if more than one is in a
 * word of four to seven letters, more than two in a longer one, or any in a shorter one.
 */
function lettersWrong(one: string, other: string): number | undefined {
  const length = Math.max(one.length, other.length);
  const most = length < 4 ? 0 : length < 8 ? 1 : 2;
  if (most === 0 || Math.abs(one.length - other.length) > most || /\d/.test(one + other)) return undefined;
  // Three rows of the matrix of optimal string alignment.
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return undefined;
    before = above;
    above = row;
  }
  const wrong = above[other.length] ?? 0;
  return wrong > 0 && wrong <= most ? wrong : undefined;
}
