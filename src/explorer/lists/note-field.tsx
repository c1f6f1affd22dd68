import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { draftOf, keepDraft } from '../frame/drafts.ts';

/** Result of saving a note. `changed`: somebody else has saved another text since it was read. */
export type Saved = { readonly kind: 'saved' | 'failed' } | { readonly kind: 'changed'; readonly theirs: string };

interface NoteFieldProps {
  /** Key of the draft. */
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Saves a text; `force` overwrites a concurrent change. Undefined if the user may not edit. */
  readonly save: ((text: string, force: boolean) => Promise<Saved>) | undefined;
}

/**
 * A note that is saved when it loses the focus. Text is kept as a draft until then; a concurrent change requires a
 * decision.
 */
export const NoteField = ({ id, label, value, save }: NoteFieldProps) => {
  const draft = `note ${id}`;
  const [text, setText] = useState(() => draftOf(draft) ?? value);
  const [saved, setSaved] = useState<Saved>();
  const isUnsaved = draftOf(draft) !== undefined && text !== value;
  useEffect(() => {
    if (draftOf(draft) === undefined) setText(value);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    keepDraft(draft, next);
  };
  const send = async (force = false) => {
    if (!save || draftOf(draft) === undefined) return;
    const outcome = await save(text, force);
    setSaved(outcome);
    if (outcome.kind === 'saved') keepDraft(draft, undefined);
  };
  const takeTheirs = (theirs: string) => {
    keepDraft(draft, undefined);
    setText(theirs);
    setSaved(undefined);
  };
  return (
    <span class="two-lines">
      <input
        class="note-input"
        aria-label={label}
        maxLength={500}
        readOnly={!save}
        placeholder={save && 'Why…'}
        value={text}
        dir="auto"
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => void send()}
        onKeyDown={({ key }) => key === 'Enter' && void send()}
      />
      {saved?.kind === 'changed' && isUnsaved && (
        <span class="pay small" role="alert">
          {`Changed elsewhere to “${saved.theirs}”.`}{' '}
          <Button label="Keep mine" kind="link" onClick={() => void send(true)} />{' '}
          <Button label="Take theirs" kind="link" onClick={() => takeTheirs(saved.theirs)} />
        </span>
      )}
      {saved?.kind !== 'changed' && isUnsaved && (saved?.kind === 'failed' || draftOf(draft) !== undefined) && (
        <span class="pay small">
          Not saved. <Button label="Save" kind="link" onClick={() => void send()} />
        </span>
      )}
    </span>
  );
};
