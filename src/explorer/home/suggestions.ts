import { roleOf } from '../components/role.ts';
import { addressOf } from '../people/filters.ts';
import { say } from '../sentences.ts';
import { folded, type Understood } from './phrase.ts';
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

/** People and employers that were read and have a word that begins with what was typed. */
export const suggestionsFor = (text: string, vocabulary: Vocabulary): readonly Suggestion[] => {
  const typed = folded(text.trim());
  if (typed === '') return [];
  const matches = (name: string): boolean => {
    const plain = folded(name);
    return (
      plain.startsWith(typed) ||
      plain.split(/[\s-]+/).some((word) => word.startsWith(typed)) ||
      plain.includes(` ${typed}`)
    );
  };
  const people = [...vocabulary.people.values()].filter(({ name }) => matches(name)).slice(0, mostOfAKind);
  const employers = [...vocabulary.employers]
    .filter(([name]) => matches(name))
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
  ];
};

/** Where a phrase leads: the list with its filters, or with the whole text as a name where it says nothing else. */
export const phraseAddress = (text: string, { filters, scope, unknown }: Understood): string => {
  const path = scope === 'ours' ? '/people' : '/people/everyone';
  if (Object.keys(filters).length === 0) return addressOf(path, text.trim() === '' ? {} : { name: text.trim() });
  return addressOf(path, filters, unknown.length > 0 ? { ignored: unknown.join(' ') } : {});
};
