import { roleOf } from '../components/role.ts';
import { addressOf, type FilterName } from '../people/filters.ts';
import { say } from '../sentences.ts';
import { folded, type KnownWords, type Understood, understand } from './phrase.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Something that the search box offers: choosing it goes to its address. */
export interface Suggestion {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail: string;
  readonly address: string;
}

const mostOfAKind = 5;

/** Whether a name has a word that begins with what was typed. */
const has = (name: string, typed: string): boolean =>
  folded(name)
    .split(/(?<=[\s-])/)
    .some((_, at, words) => words.slice(at).join('').startsWith(typed));

export const wordsOf = ({ titles, employers }: Vocabulary): KnownWords => ({ titles, employers: employers.keys() });

/** What was read and begins with what was typed: people, employers, values of a field, and ends of a phrase. */
export const suggestionsFor = (text: string, vocabulary: Vocabulary): readonly Suggestion[] => {
  const typed = folded(text.trim());
  if (typed === '') return [];
  const people = [...vocabulary.people.values()].filter(({ name }) => has(name, typed)).slice(0, mostOfAKind);
  const employers = [...vocabulary.employers]
    .filter(([name]) => has(name, typed))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostOfAKind);
  return [
    ...people.map(({ id, name, title, employer }) => ({
      key: `person ${id}`,
      group: say.home.people,
      label: name,
      detail: roleOf(title, employer),
      address: `/people/${encodeURIComponent(id)}`,
    })),
    ...employers.map(([name, count]) => ({
      key: `company ${name}`,
      group: say.home.companies,
      label: name,
      detail: say.people(count),
      address: `/companies?${new URLSearchParams({ name })}`,
    })),
    ...valuesFor(typed, vocabulary),
    ...endingsFor(text, vocabulary),
  ];
};

const mostValues = 3;

/** Titles, places and skills, each of which leads to those who have it. */
const valuesFor = (typed: string, { titles, places, skills }: Vocabulary): readonly Suggestion[] =>
  (
    [
      ['title', titles],
      ['place', places],
      ['skill', skills],
    ] as const
  ).flatMap(([field, values]) =>
    [...values]
      .filter((value) => has(value, typed))
      .slice(0, mostValues)
      .map((value) => ({
        key: `${field} ${value}`,
        group: say.home.values[field],
        label: value,
        detail: '',
        address: addressOf('/people', { [field]: value }),
      })),
  );

/** Whole phrases, of which the last value was begun: `engineers at Kes`. */
const endingsFor = (text: string, vocabulary: Vocabulary): readonly Suggestion[] => {
  const phrase = text.trim();
  const understood = understand(phrase, wordsOf(vocabulary));
  const { filters } = understood;
  const { employers, places, skills } = vocabulary;
  const fields = [
    ['company', [...employers.keys()]],
    ['past', [...employers.keys()]],
    ['place', [...places]],
    ['skill', [...skills]],
  ] satisfies readonly (readonly [FilterName, readonly string[]])[];
  return fields.flatMap(([name, values]) => {
    const begun = filters[name];
    if (begun === undefined || begun.length === phrase.length || !phrase.endsWith(begun)) return [];
    return values
      .filter((value) => has(value, folded(begun)) && value !== begun)
      .slice(0, mostValues)
      .map((value) => {
        const whole = phrase.slice(0, -begun.length) + value;
        // The value may have words of the grammar in it, such as “Design in Figma”.
        const address = phraseAddress(whole, { ...understood, filters: { ...filters, [name]: value } });
        return { key: `phrase ${name} ${value}`, group: say.home.phrase, label: whole, detail: '', address };
      });
  });
};

/** Where a phrase leads: the list with its filters, or with the whole text as a name where it says nothing else. */
export const phraseAddress = (text: string, { filters, scope, unknown }: Understood): string => {
  const path = scope === 'ours' ? '/people' : '/people/everyone';
  if (Object.keys(filters).length === 0) return addressOf(path, text.trim() === '' ? {} : { name: text.trim() });
  return addressOf(path, filters, unknown.length > 0 ? { ignored: unknown.join(' ') } : {});
};
