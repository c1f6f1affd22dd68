import { say } from '../sentences.ts';
import { type FilterName, isFlag } from './filters.ts';

interface FilterChipProps {
  readonly name: FilterName;
  readonly text: string;
  readonly onRemove: () => void;
}

/** A filter as a chip that can be taken away. */
export const FilterChip = ({ name, text, onRemove }: FilterChipProps) => {
  const field = say.filters[name];
  return (
    <li class="chip">
      <span>
        <span class="chip-field">{field}</span> {!isFlag(name) && <bdi>{text}</bdi>}
      </span>
      <button type="button" aria-label={say.list.remove(isFlag(name) ? field : `${field} ${text}`)} onClick={onRemove}>
        ×
      </button>
    </li>
  );
};
