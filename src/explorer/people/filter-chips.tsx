import { useState } from 'preact/hooks';
import type { CompanyFilterName } from '../../questions/company-filters.ts';
import { type FilterName, type Filters, filterNames, isFlag, isId } from '../../questions/people-filters.ts';
import { Form } from '../components/form.tsx';
import { Icon } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import { capitalized } from '../format.ts';
import { addressOf, useAddress } from '../frame/address.ts';
import { focusOn } from '../frame/focus.ts';
import { FilterValue } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useVocabulary, type Vocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';

interface FilterChipsProps<Name extends FilterName | CompanyFilterName> {
  readonly filters: Readonly<Partial<Record<Name, string>>>;
  /** The filters of the list, in order. */
  readonly names: readonly Name[];
  /** Whose filters they are. */
  readonly of?: 'PEOPLE' | 'COMPANIES';
  /** Words of a phrase that did not become a filter. */
  readonly ignored?: string | undefined;
}

/** The filters of a list: removable chips, and a menu that adds one. */
export const FilterChips = <Name extends FilterName | CompanyFilterName>({
  filters,
  names,
  of = 'PEOPLE',
  ignored,
}: FilterChipsProps<Name>) => {
  const graph = useGraph();
  const { path, query, go } = useAddress();
  const shown = names.filter((name) => filters[name] !== undefined);
  const change = (changes: Readonly<Partial<Record<string, string | undefined>>>) => {
    const { after: _after, page: _page, picked: _picked, ignored: _ignored, ...kept } = query;
    go(addressOf(path, { ...kept, ...changes }));
  };
  const add = async (name: Name, text: string) => {
    const outcome = isFlag(name) ? undefined : await graph.run(FilterValue, { text, filter: name, of });
    const found = outcome?.kind === 'done' ? outcome.data.interpret?.filters[0]?.value : undefined;
    change({ [name]: found ?? text });
  };
  const remove = (name: Name, at: number) => {
    change({ [name]: undefined });
    focusOn(() => {
      const chips = document.querySelectorAll<HTMLElement>('.filter-chips .chip button');
      return chips[Math.min(at, chips.length - 1)] ?? document.querySelector<HTMLElement>('.add-filter button');
    });
  };
  return (
    <div class="filter-chips row wrap">
      {shown.map((name, at) => {
        const label = labelOf(name, filters[name]);
        return (
          <span key={name} class="chip">
            <span dir="auto">
              <span class="muted">{say.filters[name]}</span>{' '}
              {!isFlag(name) && <bdi>{sayValue(name, filters[name])}</bdi>}
            </span>
            <button type="button" aria-label={`Remove filter: ${label}`} onClick={() => remove(name, at)}>
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {ignored && (
        <span class="chip plain warn">
          No matches for <bdi>{ignored}</bdi>
        </span>
      )}
      <div class="add-filter">
        <Menu label="Filter" icon="filter">
          {(close) => (
            <FilterForm
              names={names}
              onAdd={(name, text) => {
                close();
                return add(name, text);
              }}
            />
          )}
        </Menu>
      </div>
    </div>
  );
};

/** A filter in words: `title engineer or developer`. */
export const labelOf = (name: FilterName | CompanyFilterName, text = ''): string =>
  isFlag(name) ? say.filters[name] : `${say.filters[name]} ${sayValue(name, text)}`;

/** All filters of a list in words; `none` if there are none. */
export const labelsOf = (filters: Filters, none: string): string =>
  filterNames.flatMap((name) => (filters[name] === undefined ? [] : [labelOf(name, filters[name])])).join(', ') || none;

const kinds: Readonly<Record<string, string>> = {
  isStartup: 'startup',
  isNonProfit: 'non-profit',
  isGovernment: 'government',
  isListed: 'listed',
  isVentureBacked: 'venture backed',
  isPrivate: 'private',
  isAcquired: 'acquired',
  isExited: 'exited',
  isShutDown: 'closed',
  isStealth: 'stealth',
};

/** A fact of companies, such as `startup`, `series a`, `Euronext` or `patents: 101 and more`. */
const sayFact = (fact: string): string => {
  const [name = '', value = ''] = fact.split(':');
  if (name === 'exchange') return value;
  return value === '' ? (kinds[name] ?? name.replace('_', ' ')) : `${name}: ${sayRange(...value.split('..'))}`;
};

const sayRange = (from = '', to = ''): string => {
  if (from === '') return `up to ${to}`;
  if (to === '') return `${from} and more`;
  return from === to ? from : `${from} to ${to}`;
};

const sayValue = (name: FilterName | CompanyFilterName, text = ''): string =>
  text
    .split('|')
    // An id beside the name is of the same employer.
    .filter((one, at) => at === 0 || !isId(one))
    .map((one) => {
      if (name === 'kind') return one.split(' + ').map(sayFact).join(' and ');
      return name === 'size' || name === 'founded' ? sayRange(...one.split('..')) : one;
    })
    .join(' or ');

/** Form for a filter and its text, with completion of known names. */
const FilterForm = <Name extends FilterName | CompanyFilterName>({
  names,
  onAdd,
}: {
  readonly names: readonly Name[];
  /** Whose filters they are. */
  readonly of?: 'PEOPLE' | 'COMPANIES';
  readonly onAdd: (name: Name, text: string) => unknown;
}) => {
  const [name, setName] = useState<Name>();
  const vocabulary = useVocabulary();
  if (name === undefined)
    return (
      <ul class="menu-list">
        {names.map((one) => (
          <li key={one}>
            <button
              type="button"
              onClick={() => {
                if (isFlag(one)) void onAdd(one, '1');
                else setName(one);
              }}
            >
              {capitalized(say.filters[one])}
            </button>
          </li>
        ))}
      </ul>
    );
  return (
    <Form
      class="menu-form stack"
      button="Add filter"
      onSubmit={(field) => field('text') !== '' && onAdd(name, field('text'))}
    >
      <label>
        <span>{capitalized(say.filters[name])}</span>
        <input
          ref={(input) => input?.focus()}
          name="text"
          type={name === 'since' ? 'date' : 'text'}
          list="filter-values"
          autocomplete="off"
        />
      </label>
      <datalist id="filter-values">
        {valuesOf(name, vocabulary).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </Form>
  );
};

const maxValues = 200;

const valuesOf = (
  name: FilterName | CompanyFilterName,
  { employers, titles, places, skills }: Vocabulary,
): readonly string[] => {
  const values: Partial<Record<FilterName | CompanyFilterName, Iterable<string>>> = {
    company: employers.keys(),
    past: employers.keys(),
    not: employers.keys(),
    title: titles,
    place: places,
    skill: skills,
  };
  return [...(values[name] ?? [])].slice(0, maxValues).sort();
};
