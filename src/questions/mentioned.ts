import { isParticle, isUnspaced } from '../reading/compare-names.ts';
import { isFiller } from '../reading/fillers.ts';
import { foldAccents } from '../reading/fold-accents.ts';
import { isHonorific, nameWords, wordsOf } from '../reading/names.ts';
import { misspellingsOf, soundsLike } from '../reading/spellings.ts';
import { functionOf, isRole, isTitleWord, levelOf, titleOf } from '../reading/vocabulary.ts';
import { isOnRecord } from './filters-of.ts';
import { anyFormOf } from './forms.ts';
import type { LookUps, NamedBy } from './look-ups.ts';
import { type Meaning, onePerson, peopleBy } from './meaning.ts';
import { negatedIn } from './negation.ts';

/** A word of a text, or a name with hyphens. */
export interface Token {
  readonly text: string;
  /** In the comparison form. */
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
  /** `work`: a title, level or function; `said`: it says nothing about whom the text asks for. */
  readonly kind: 'name' | 'particle' | 'work' | 'said' | 'honorific' | 'initial';
}

const kindOf = (text: string, words: readonly string[]): Token['kind'] => {
  const [word = ''] = words;
  if (words.length === 0 || /\d/.test(text)) return 'said';
  if (isHonorific(word) && words.length === 1) return 'honorific';
  if (/^\p{Lu}\.?$/u.test(text)) return 'initial';
  if (words.every(isParticle)) return 'particle';
  if (isTitleWord(text) || levelOf(text) !== undefined) return 'work';
  if (isFiller(text)) return 'said';
  return functionOf([text]) === undefined ? 'name' : 'work';
};

export const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’.-]?[\p{L}\p{M}\p{N}]+)*\.?/gu)].flatMap(({ 0: whole, index }) => {
    let start = index;
    // `Lumora-CTO` and `Lumora-Gründerin` are a firm and a role.
    const parts = whole.split('-');
    return (parts.some(isRole) ? parts : [whole]).map((token): Token => {
      const words = wordsOf(token);
      const end = start + token.length;
      const one = { text: token, words, start, end, kind: kindOf(token, words) };
      start = end + 1;
      return one;
    });
  });

/** Words of a text that may be a name. */
export interface Window {
  readonly tokens: readonly Token[];
  /** Each word in the forms that it may have with an apostrophe, or without. */
  readonly words: readonly (readonly string[])[];
}

const maxWords = 4;
const maxWindows = 48;

/** What may be between words of a name. */
const withinName = /^[\s_-]*,?\s*$/u;

/** The runs of words that may be names, the longest first; two words may be one on record. */
export const windowsIn = (
  text: string,
  tokens: readonly Token[],
  isPart = ({ kind }: Token): boolean => kind === 'name',
  within = withinName,
): readonly Window[] => {
  const runs: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const last = tokens[at - 1];
    if (last && !within.test(text.slice(last.end, token.start))) runs.push([]);
    if (isPart(token)) runs.at(-1)?.push(token);
    else if (token.kind !== 'particle' && token.kind !== 'honorific') runs.push([]);
  }
  const windows = runs.flatMap((run) => {
    const parts = run.flatMap((token) => formsIn(token).map((forms) => ({ token, forms })));
    return parts.flatMap((_, from) =>
      Array.from({ length: maxWords - 1 }, (_, more) => from + more + 2)
        .filter((to) => to <= parts.length)
        .flatMap((to): readonly Window[] => {
          const some = parts.slice(from, to);
          const words = some.map(({ forms }) => forms);
          const joined = words.slice(1).flatMap((word, at) => {
            const [one = '', next = ''] = [words[at]?.[0], word[0]];
            return words.length > 2
              ? [words.toSpliced(at, 2, [one + next, ...(one.length < 5 ? [`${one}'${next}`] : [])])]
              : [];
          });
          return [words, ...joined].map((one) => ({ words: one, tokens: some.map(({ token }) => token) }));
        }),
    );
  });
  // Such a name is searched by its characters.
  const unspaced = tokens
    .filter(({ text: one }) => isUnspaced(one) && one.length > 2)
    .map((token) => ({ words: [...token.text].map((one) => [one]), tokens: [token] }));
  return [...windows.toSorted((one, other) => other.words.length - one.words.length), ...unspaced].slice(0, maxWindows);
};

/** The words of a name, without particles. */
const formsIn = ({ text, words }: Token): readonly (readonly string[])[] => {
  const [only = ''] = words;
  const apart = foldAccents(text.toLowerCase())
    .replaceAll(/[’ʼ`´]/g, "'")
    .replaceAll(/\.+$/g, '');
  if (words.length === 1 && apart.includes("'")) return [[only, apart]];
  return words.filter((word) => !isParticle(word)).map((word) => [word]);
};

type Spelling = (forms: readonly string[]) => readonly string[];
const heard: Spelling = (forms) => forms.flatMap(soundsLike);
const misspelt: Spelling = (forms) => forms.flatMap((word) => [...soundsLike(word), ...misspellingsOf(word)]);

/** The spellings of a name: as it sounds, with one word misspelt, with all. */
export const ways: readonly ((words: Window['words']) => readonly NamedBy[])[] = [
  (words) => [words.map(heard)],
  (words) => words.map((_, at) => words.map((word, to) => (to === at ? misspelt(word) : heard(word)))),
  (words) => [words.map(misspelt)],
];

/** The ways in the order in which they are tried, each after the widest of its kind. */
const tries = [
  [0, [0, 1]],
  [2, [1]],
  [2, [2]],
] as const;

interface Hit {
  readonly window: Window;
  /** How the name is spelt. */
  readonly names: readonly NamedBy[];
  readonly way: number;
  readonly total: number;
  readonly ids: readonly string[];
}

/** At most this many names are asked for at once. */
const maxNames = 6;

/** Whether one name of several is on record. */
type Search = (names: readonly NamedBy[]) => Promise<{ readonly total: number }>;

/** The windows that may be on record: those with a name of two words of which, or of others asked for with it, one is. */
export const likelyIn = async (windows: readonly Window[], way: number, search: Search): Promise<readonly Window[]> => {
  const pairs = windows.filter(({ words, tokens: [token] }) => words.length === 2 || isUnspaced(token?.text ?? ''));
  const chunks: (readonly Window[])[] = [];
  for (let at = 0; at < pairs.length; at += maxNames) chunks.push(pairs.slice(at, at + maxNames));
  const found = await Promise.all(
    chunks.map((some) => search(some.flatMap(({ words }) => (ways[way] ?? (() => []))(words)))),
  );
  const known = chunks.filter((_, at) => (found[at]?.total ?? 0) > 0).flat();
  return windows.filter(({ tokens }) => known.some((pair) => pair.tokens.every((token) => tokens.includes(token))));
};

const hitAmong = async (windows: readonly Window[], graph: LookUps): Promise<Hit | undefined> => {
  for (const [way, some] of tries)
    for (const window of await likelyIn(windows, way, graph.called))
      for (const spelt of some) {
        const names = ways[spelt]?.(window.words) ?? [];
        const { total, ids } = await graph.called(names);
        if (total > 0) return { window, names, way: spelt, total, ids };
      }
  return undefined;
};

/** How much the rest of a text speaks for each of the people of a name. */
const evidenceFor = async (
  names: readonly NamedBy[],
  rest: readonly Token[],
  graph: LookUps,
): Promise<ReadonlyMap<string, number>> => {
  const scores = new Map<string, number>();
  const add = async (weight: number, found: Promise<{ readonly ids: readonly string[] }>): Promise<void> => {
    for (const id of (await found).ids) scores.set(id, (scores.get(id) ?? 0) + weight);
  };
  const work = rest.filter(({ kind }) => kind === 'work').map(({ text }) => text);
  const title = titleOf(work);
  const line = functionOf(work);
  const others = rest.filter(({ kind }) => kind === 'name').slice(0, maxEvidence);
  await Promise.all([
    ...(title === undefined ? [] : [add(2, graph.called(names, { where: anyFormOf({ title }) }))]),
    ...(line === undefined ? [] : [add(1, graph.called(names, { where: anyFormOf({ function: line }) }))]),
    ...others.flatMap(({ text, words }) => [
      add(3, graph.called(names, { firms: [words.map((word) => misspelt([word]))] })),
      add(1, graph.called(names, { where: anyFormOf({ place: text }) })),
    ]),
  ]);
  return scores;
};

const maxEvidence = 6;

const bestOf = (scores: ReadonlyMap<string, number>): readonly string[] => {
  const most = Math.max(...scores.values());
  return [...scores].filter(([, score]) => score === most).map(([id]) => id);
};

/**
 * The person whose name is anywhere in a text, as it sounds or with letters wrong, if it is the only one, or the other
 * words tell which; undefined if they do not.
 */
export const mentionedIn = async (text: string, graph: LookUps): Promise<Meaning | undefined> => {
  const tokens = tokensOf(text);
  const isNegated = negatedIn(text);
  const told = tokens.filter((token) => !isNegated(token));
  const windows = windowsIn(text, tokens);
  const hit = windows.length > 0 ? await hitAmong(windows, graph) : undefined;
  if (!hit) return surnameIn(text, told, graph);
  // Several people are a list.
  const others = windows.filter(({ tokens: some }) => !some.some((token) => hit.window.tokens.includes(token)));
  if ((await likelyIn(others, 0, graph.called)).length > 0) return undefined;
  return (await fullyNamed(text, hit, told, graph)) ?? surnameIn(text, told, graph);
};

const fullyNamed = async (
  text: string,
  { window, names, way, total, ids }: Hit,
  tokens: readonly Token[],
  graph: LookUps,
): Promise<Meaning | undefined> => {
  if (way > 0 && (await isKnownOtherwise(text, window, graph))) return undefined;
  const rest = tokens.filter((token) => !window.tokens.includes(token));
  const scores = await evidenceFor(names, rest, graph);
  const best = bestOf(scores);
  const [only] = total === 1 ? ids : best;
  if (only === undefined || (total > 1 && best.length > 1)) return undefined;
  // Two words misspelt need another fact.
  if (way === 2 && (scores.get(only) ?? 0) < 3) return undefined;
  return onePerson(only);
};

/** Whether words are on record as anything but a name. */
const isKnownOtherwise = async (text: string, { tokens }: Window, graph: LookUps): Promise<boolean> => {
  const words = text.slice(tokens[0]?.start, tokens.at(-1)?.end);
  const [isKnown, firms] = await Promise.all([isOnRecord(words, graph), graph.companies({ name: { phrase: words } })]);
  return firms.total > 0 || isKnown;
};

/**
 * The person or people with a family name after a form of address or before a comma, or with a name beside an initial, as
 * far as an employer tells.
 */
const surnameIn = async (text: string, tokens: readonly Token[], graph: LookUps): Promise<Meaning | undefined> => {
  const isNear = (one: Token | undefined, next: Token | undefined): boolean =>
    one !== undefined && next !== undefined && /^[\s.]*$/.test(text.slice(one.end, next.start));
  const isAddressed = (_: Token, at: number): boolean =>
    (isNear(tokens[at - 1], tokens[at]) && ['honorific', 'initial'].includes(tokens[at - 1]?.kind ?? '')) ||
    (isNear(tokens[at], tokens[at + 1]) && tokens[at + 1]?.kind === 'initial');
  const names = tokens.filter(({ kind }) => kind === 'name');
  const [addressed] = tokens.filter((token, at) => token.kind === 'name' && isAddressed(token, at));
  const first = tokens[0]?.kind === 'name' && /^,\s/.test(text.slice(tokens[0].end)) ? tokens[0] : undefined;
  const name = addressed ?? first;
  if (!name || (!addressed && names.length < 2)) return undefined;
  const spelt = [formsIn(name).map(heard)];
  const { total, ids } = await graph.called(spelt);
  const [only] = ids;
  if (only === undefined) return undefined;
  const rest = tokens.filter((token) => token !== name);
  const scores = await evidenceFor(spelt, rest, graph);
  const best = bestOf(scores);
  const isThere = (scores.get(best[0] ?? '') ?? 0) > 2;
  if (isThere && best[0] !== undefined && best.length === 1) return onePerson(best[0]);
  if (addressed && total === 1) return onePerson(only);
  const called = nameWords(name.text).join(' ');
  if (addressed && scores.size === 0) return peopleBy({ name: called, scope: 'all' });
  const [company] = isThere ? runsOf(text, rest) : [];
  const filters = { name: called, ...(company !== undefined && { company }) };
  const there = company === undefined ? { total: 0 } : await graph.people(anyFormOf(filters));
  return there.total > 0 ? peopleBy({ ...filters, scope: 'all' }) : undefined;
};

/** The texts of adjacent words that may be a firm's name, the longest first. */
const runsOf = (text: string, tokens: readonly Token[]): readonly string[] => {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const last = runs.at(-1)?.at(-1);
    if (!/^\p{Lu}/u.test(token.text) || token.kind === 'honorific') continue;
    if (last && /^\s$/.test(text.slice(last.end, token.start))) runs.at(-1)?.push(token);
    else runs.push([token]);
  }
  return runs
    .map((run) => text.slice(run[0]?.start, run.at(-1)?.end))
    .toSorted((one, other) => other.length - one.length);
};
