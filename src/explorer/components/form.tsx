import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { draftOf, keepDraft } from '../frame/drafts.ts';

interface FormProps {
  /** Class of the form: `inline-form` on one line, `menu-form` in a menu. */
  readonly class: string;
  readonly button: ComponentChildren;
  readonly isPrimary?: boolean;
  readonly disabled?: boolean;
  /** Name of the draft in which what is typed is kept. */
  readonly draft?: string;
  /** Receives the text of a field by its name, and may resolve with a sentence that is shown below. */
  readonly onSubmit: (field: (name: string) => string, form: HTMLFormElement) => unknown;
  readonly children: ComponentChildren;
}

/** A form: it submits once at a time, and shows what came of it. */
export const Form = ({
  class: name,
  button,
  isPrimary = true,
  disabled = false,
  draft,
  onSubmit,
  children,
}: FormProps) => {
  const root = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string>();
  useEffect(() => {
    const typed: Readonly<Record<string, string>> = JSON.parse((draft && draftOf(draft)) || '{}');
    for (const [field, text] of Object.entries(typed)) {
      const input = root.current?.elements.namedItem(field);
      if (input && 'value' in input) input.value = text;
    }
  }, []);
  const keep = (form: HTMLFormElement) =>
    draft && keepDraft(draft, JSON.stringify(Object.fromEntries(new FormData(form))));
  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return;
    setBusy(true);
    const fields = new FormData(form);
    try {
      const said = await onSubmit((field) => String(fields.get(field) ?? '').trim(), form);
      setAnswer(typeof said === 'string' ? said : undefined);
    } finally {
      keep(form);
      setBusy(false);
    }
  };
  return (
    <form
      ref={root}
      class={name}
      onInput={({ currentTarget }) => keep(currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {children}
      <button type="submit" class={isPrimary ? 'button primary' : 'button'} disabled={disabled || isBusy}>
        {button}
      </button>
      {/* Present from the start: screen readers announce what changes in it. */}
      <p class="muted" role="status">
        {answer}
      </p>
    </form>
  );
};

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string | undefined;
  readonly placeholder?: string;
  readonly isHidden?: boolean;
  readonly maxLength?: number;
}

/** A text field with its label; `isHidden` shows the label to screen readers only. */
export const Field = ({ label, name, value, placeholder, isHidden, maxLength = 200 }: FieldProps) => (
  <label>
    <span class={isHidden ? 'visually-hidden' : undefined}>{label}</span>
    <input
      name={name}
      defaultValue={value ?? ''}
      placeholder={placeholder}
      maxLength={maxLength}
      autocomplete="off"
      dir="auto"
    />
  </label>
);
