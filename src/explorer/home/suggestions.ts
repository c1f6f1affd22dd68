import { capitalized, role } from '../format.ts';
import { addressOf, personAddress } from '../frame/address.ts';
import { say } from '../sentences.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A suggestion of the box. Choosing it navigates to its address. */
export interface Suggestion {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail: string;
  readonly address: string;
}

const maxOfAKind = 5;

/** Text without case and accents, for comparison. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether a text is certainly a list. A single line may be one, too, which only reading it can decide. */
export const isList = (text: string): boolean => /\S[^\n]*\n\s*\S|\t|;.*\S/.test(text.trim());

/** Whether a word of a name begins with the typed text, in which spaces also match hyphens. */
const has = (name: string, typed: string): boolean => {
  const words = folded(name).split(/[\s-]+/);
  const begun = typed.split(/[\s-]+/).join(' ');
  return words.some((_, at) => words.slice(at).join(' ').startsWith(begun));
};

/** Suggestions from loaded data: people, employers and values of fields that begin with the text. */
export const suggestionsFor = (text: string, vocabulary: Vocabulary): readonly Suggestion[] => {
  const typed = folded(text.trim());
  if (typed === '' || isList(text)) return [];
  const people = [...vocabulary.people.values()].filter(({ name }) => has(name, typed)).slice(0, maxOfAKind);
  const employers = [...vocabulary.employers]
    .filter(([name]) => has(name, typed))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxOfAKind);
  return [
    ...people.map(({ id, name, title, employer }) => ({
      key: `person ${id}`,
      group: 'Person',
      label: name,
      detail: role(title, employer),
      address: personAddress(id),
    })),
    ...employers.map(([name, count]) => ({
      key: `company ${name}`,
      group: 'Company',
      label: name,
      detail: say.people(count),
      address: addressOf('/companies', { name }),
    })),
    ...valuesFor(typed, vocabulary),
  ];
};

const maxValues = 3;

/** Suggestions of titles, places and skills, which lead to the people who have them. */
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
      .slice(0, maxValues)
      .map((value) => ({
        key: `${field} ${value}`,
        group: capitalized(say.filters[field]),
        label: value,
        detail: '',
        address: addressOf('/people', { [field]: value }),
      })),
  );
