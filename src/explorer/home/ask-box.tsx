import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Icon } from '../components/icon.tsx';
import { FailureNotice } from '../components/notice.tsx';
import { Muted, TextLink } from '../components/text.tsx';
import { draftOf, keepDraft } from '../frame/drafts.ts';
import { Suggest } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { paste, readFile } from '../lists/pasted.ts';
import { plural } from '../sentences.ts';
import { type Meaning, meaningOf } from './meaning.ts';
import { isList, type Suggestion, suggestionsFor } from './suggestions.ts';
import { useVocabulary } from './vocabulary.ts';

/** Delay after the last key before the graph is queried, in milliseconds. */
const restMs = 180;

const label = 'Search people and companies, ask a question, or paste a list';

interface AskBoxProps {
  readonly rows: number;
  /** Called before the page navigates to an answer. */
  readonly onGo?: () => void;
  readonly hasFocus?: boolean;
  /** Called when a list is typed, to load its page in advance. */
  readonly onList?: () => void;
  /** Reads a single line as a list, too. */
  readonly isForLists?: boolean;
}

/**
 * One box for a name, question, address, pasted list or file. Completes from loaded data, and navigates to the answer.
 */
export const AskBox = ({ rows, onGo, onList, hasFocus = false, isForLists = false }: AskBoxProps) => {
  const { route } = useLocation();
  const graph = useGraph();
  const vocabulary = useVocabulary();
  const id = useId();
  const [text, setText] = useState(() => (rows > 2 ? draftOf('ask') : undefined) ?? '');
  const [intent, setMeaning] = useState<Meaning>();
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useSuggested(text);
  const list = isForLists || isList(text);
  const version = vocabulary.version.use();
  const suggestions = useMemo(() => (list ? [] : suggestionsFor(text, vocabulary)), [text, version]);
  useEffect(() => {
    if (list) onList?.();
  }, [list]);

  const change = (next: string) => {
    setText(next);
    setMeaning(undefined);
    keepDraft('ask', next === '' ? undefined : next);
  };
  const go = (address: string) => {
    setOpen(false);
    keepDraft('ask', undefined);
    onGo?.();
    route(address);
  };
  const readPasted = (content: string) => {
    paste(content);
    go('/lists/new');
  };
  const submit = async () => {
    const chosen = isOpen ? suggestions[active] : undefined;
    if (chosen) return go(chosen.address);
    if (text.trim() === '' || isBusy) return;
    if (list) return readPasted(text);
    setBusy(true);
    setMeaning(undefined);
    const found = await meaningOf(text, graph, new Date());
    setBusy(false);
    setOpen(false);
    if (found.kind === 'go') go(found.address);
    else if (found.kind === 'list') readPasted(found.text);
    else setMeaning(found);
  };
  const read = (file: File | undefined) => readFile(file).then(() => file && go('/lists/new'));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One more position than there are suggestions: no suggestion is selected.
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  };
  const isShown = isOpen && suggestions.length > 0;
  return (
    <search class="ask">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          read(event.dataTransfer?.files[0]);
        }}
      >
        <label for={id} class="visually-hidden">
          {label}
        </label>
        <textarea
          id={id}
          data-ask
          rows={rows}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isShown && active >= 0 && { 'aria-activedescendant': `${id}-list-${active}` })}
          // biome-ignore lint/a11y/noAutofocus: the box is what the dialog was opened for
          autoFocus={hasFocus}
          autocomplete="off"
          spellcheck={false}
          dir="auto"
          placeholder="Paste names, links or domains, or ask: who can introduce me to …"
          value={text}
          onInput={({ currentTarget }) => {
            change(currentTarget.value);
            setActive(-1);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        <div class="ask-bar row">
          <label class="button bar file">
            <Icon name="add" />
            <span>Open a CSV</span>
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/*"
              onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
            />
          </label>
          <span class="muted" role="status">
            {isBusy && 'Searching…'}
            {list && text.trim() !== '' && 'A list. Press Enter to read it.'}
            {isShown && !isBusy && plural(suggestions.length, 'suggestion', 'suggestions')}
          </span>
          <button type="submit" class="button primary" disabled={isBusy} aria-label={list ? 'Read the list' : 'Search'}>
            {list ? 'Read the list' : 'Search'}
          </button>
        </div>
        <Suggestions id={`${id}-list`} isHidden={!isShown} suggestions={suggestions} active={active} onChoose={go} />
      </form>
      {intent && <Unresolved intent={intent} again={() => void submit()} onGo={() => keepDraft('ask', undefined)} />}
    </search>
  );
};

interface UnresolvedProps {
  readonly intent: Meaning;
  readonly again: () => void;
  readonly onGo: () => void;
}

/** The result of a text that leads nowhere directly: several meanings, no match, or a failed look-up. */
const Unresolved = ({ intent, again, onGo }: UnresolvedProps) => {
  if (intent.kind === 'failed') return <FailureNotice failure={intent.failure} again={again} />;
  if (intent.kind === 'go' || intent.kind === 'list') return null;
  return (
    <div class="unresolved stack above" role="status">
      <p>{intent.reason}</p>
      <ul class="plain-rows">
        {intent.choices.map(({ label, detail, address }) => (
          <li key={address}>
            <TextLink href={address} onClick={onGo}>
              {label}
            </TextLink>
            <Muted>{detail}</Muted>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Suggestions = ({
  id,
  isHidden,
  suggestions,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly isHidden: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (address: string) => void;
}) => (
  <div id={id} class="suggestions" role="listbox" aria-label={label} hidden={isHidden}>
    {suggestions.map(({ key, group, label, detail, address }, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keyboard, as its pattern asks
      <div
        key={key}
        id={`${id}-${index}`}
        role="option"
        class="row"
        tabIndex={-1}
        aria-selected={index === active}
        // Keeps the focus in the box, so that the list stays open for the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(address)}
      >
        <span dir="auto">{label}</span>
        <Muted>{detail}</Muted>
        <span class="aside muted small">{group}</span>
      </div>
    ))}
  </div>
);

/** Queries the graph, free, for people of the network whose records contain the word. */
const useSuggested = (text: string): void => {
  const graph = useGraph();
  const vocabulary = useVocabulary();
  const typed = text.trim();

  useEffect(() => {
    if (typed.length < 3 || typed.length > 60 || typed.includes('\n')) return undefined;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = await graph.run(Suggest, { text: typed, first: 8 });
      if (!isCurrent || outcome.kind !== 'done') return;
      vocabulary.addProfiles((outcome.data.relationships?.nodes ?? []).map(({ profile }) => profile));
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed]);
};
