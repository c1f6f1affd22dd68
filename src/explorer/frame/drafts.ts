/**
 * What is being typed, until it is saved: it survives a reload, a save that failed, and the end of the session, in this tab
 * alone. `End session` forgets all of it.
 */
const prefix = 'kith draft ';

export const draftOf = (name: string): string | undefined => sessionStorage.getItem(prefix + name) ?? undefined;

/** Keeps a text; undefined forgets it. */
export const keepDraft = (name: string, text: string | undefined): void => {
  if (text === undefined) sessionStorage.removeItem(prefix + name);
  else {
    try {
      sessionStorage.setItem(prefix + name, text);
    } catch {
      // There is no room: the text stays in the page.
    }
  }
};

export const forgetDrafts = (): void => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
};
