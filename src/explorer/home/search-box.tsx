import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Suggest } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { FilterChip } from '../people/filter-chip.tsx';
import { type FilterName, filterNames } from '../people/filters.ts';
import { say } from '../sentences.ts';
import { understand } from './phrase.ts';
import { phraseAddress, type Suggestion, suggestionsFor, wordsOf } from './suggestions.ts';
import { useVocabulary } from './vocabulary.ts';

const inputId = 'search';
const listId = 'suggestions';

/** How long typing rests before the graph is asked, in milliseconds. */
const restMs = 180;

/**
 * One box to find people and companies: completes from what was read (a combobox, after the pattern of ARIA), and reads
 * phrases into filters, which are shown as they are understood.
 */
export const SearchBox = () => {
  const { route } = useLocation();
  const vocabulary = useVocabulary();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const [removed, setRemoved] = useState<ReadonlySet<FilterName>>(new Set());
  const read = useSuggested(text);

  const suggestions = useMemo(() => suggestionsFor(text, vocabulary), [text, read]);
  const understood = useMemo(() => {
    const whole = understand(text, wordsOf(vocabulary));
    const kept = filterNames.filter((name) => whole.filters[name] !== undefined && !removed.has(name));
    return { ...whole, filters: Object.fromEntries(kept.map((name) => [name, whole.filters[name]])) };
  }, [text, removed, read]);

  const go = (address: string) => {
    setOpen(false);
    route(address);
  };
  const submit = () => {
    const chosen = isOpen ? suggestions[active] : undefined;
    if (chosen) go(chosen.address);
    else if (text.trim() !== '') go(phraseAddress(text, understood));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One place more than there are suggestions: none of them.
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    } else if (event.key === 'Escape') {
      setOpen(false);
      setActive(-1);
    }
  };
  const shown = isOpen && suggestions.length > 0;
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label for={inputId} class="visually-hidden">
          {say.home.label}
        </label>
        <div class="search-row">
          <input
            id={inputId}
            role="combobox"
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(shown && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
            autocomplete="off"
            spellcheck={false}
            dir="auto"
            placeholder={say.home.placeholder}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setRemoved(new Set());
              setActive(-1);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          <button type="submit" class="button primary">
            {say.home.go}
          </button>
        </div>
        <SuggestionList id={listId} hidden={!shown} suggestions={suggestions} active={active} onChoose={go} />
        <p class="visually-hidden" role="status">
          {shown && say.home.suggestions(suggestions.length)}
        </p>
        <div class="understood">
          {text.trim() !== '' && (
            <>
              <span class="muted">{say.home.understood}</span>
              <ul class="chips">
                <li class="chip plain">{understood.scope === 'ours' ? say.home.ours : say.home.everyone}</li>
                {filterNames.map((name) => {
                  const value = understood.filters[name];
                  const remove = () => setRemoved(new Set([...removed, name]));
                  return value !== undefined && <FilterChip key={name} name={name} text={value} onRemove={remove} />;
                })}
                {understood.unknown.map((word) => (
                  <li key={word} class="chip plain unknown">
                    {say.home.notUnderstood}: <bdi>{word}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
          {text.trim() === '' && <p class="muted">{say.home.hint}</p>}
        </div>
      </form>
    </search>
  );
};

const SuggestionList = ({
  id,
  hidden,
  suggestions,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly hidden: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (address: string) => void;
}) => (
  <div id={id} class="suggestions" role="listbox" aria-label={say.home.label} hidden={hidden}>
    {suggestions.map(({ key, group, label, detail, address }, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keyboard, as its pattern asks
      <div
        key={key}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        // The box keeps the focus, so that the list stays open for the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(address)}
      >
        <span dir="auto">{label}</span>
        <span class="muted" dir="auto">
          {detail}
        </span>
        <span class="suggestion-kind">{group}</span>
      </div>
    ))}
  </div>
);

/** Asks the graph, free, for people of the network who have the word; answers how often something was read. */
const useSuggested = (text: string): number => {
  const graph = useGraph();
  const vocabulary = useVocabulary();
  const [read, setRead] = useState(0);
  const typed = text.trim();

  useEffect(() => {
    if (typed.length < 3) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      const outcome = await graph.run(Suggest, { text: typed, first: 8 });
      if (!current || outcome.kind !== 'done') return;
      vocabulary.addProfiles((outcome.data.relationships?.nodes ?? []).map(({ profile }) => profile));
      setRead((count) => count + 1);
    }, restMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [typed]);

  return read;
};
