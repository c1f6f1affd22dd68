import { useState } from 'preact/hooks';

/**
 * Drafts: texts that are being typed, kept in this tab until they are saved. They survive a reload, a failed save and
 * the end of the session; `End session` deletes them.
 */
const prefix = 'kith draft ';

export const draftOf = (name: string): string | undefined => sessionStorage.getItem(prefix + name) ?? undefined;

/** Keeps a draft; undefined deletes it. */
export const keepDraft = (name: string, text: string | undefined): void => {
  if (text === undefined) sessionStorage.removeItem(prefix + name);
  else {
    try {
      sessionStorage.setItem(prefix + name, text);
    } catch {
      // The storage is full: the text remains in the page.
    }
  }
};

export const forgetDrafts = (): void => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
};

/** A text that is kept as a draft once it is changed, and the function that changes it. */
export const useDraft = (name: string, initial: string): readonly [string, (next: string) => void] => {
  const [text, setText] = useState(() => draftOf(name));
  const change = (next: string) => {
    setText(next);
    keepDraft(name, next);
  };
  return [text ?? initial, change];
};
