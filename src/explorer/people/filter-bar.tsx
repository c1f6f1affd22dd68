import { useLocation } from 'preact-iso/router';
import { say } from '../sentences.ts';
import { FilterChip } from './filter-chip.tsx';
import { addressOf, type FilterName, type Filters, filterNames, isFlag } from './filters.ts';

interface FilterBarProps {
  readonly filters: Filters;
  /** Words of a phrase that no filter came of. */
  readonly ignored: string | undefined;
}

/** The filters of a list: each as a chip that can be taken away, and a form that adds one. */
export const FilterBar = ({ filters, ignored }: FilterBarProps) => {
  const { path, route } = useLocation();
  const go = (changed: Filters) => route(addressOf(path, changed));
  const without = (name: FilterName): Filters =>
    Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
  const add = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = filterNames.find((one) => one === data.get('field'));
    const text = String(data.get('text') ?? '').trim();
    if (name === undefined || (text === '' && !isFlag(name))) return;
    event.currentTarget.reset();
    go({ ...filters, [name]: isFlag(name) ? '1' : text });
  };
  return (
    <div class="filter-bar">
      <ul class="chips" aria-label={say.list.filters}>
        {filterNames.map((name) => {
          const text = filters[name];
          return (
            text !== undefined && <FilterChip key={name} name={name} text={text} onRemove={() => go(without(name))} />
          );
        })}
        {ignored && (
          <li class="chip plain unknown">
            {say.list.ignored}: <bdi>{ignored}</bdi>
          </li>
        )}
      </ul>
      <form class="form-row" onSubmit={add}>
        <label class="field">
          {say.list.filterField}
          <select name="field">
            {filterNames.map((name) => (
              <option key={name} value={name}>
                {say.filters[name]}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {say.list.filterText}
          <input name="text" autocomplete="off" />
        </label>
        <button type="submit" class="button">
          {say.list.add}
        </button>
      </form>
    </div>
  );
};
