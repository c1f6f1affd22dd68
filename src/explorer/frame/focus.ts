/** Marks what takes the focus when what had it is gone, such as the count of a list. */
export const heir = { 'data-heir': '', tabIndex: -1 } as const;

/** How many frames something is waited for that is about to be drawn. */
const longestWait = 60;

/** Focuses an element as soon as it is drawn, and scrolls to it unless it `keepsPlace`. */
export const focusOn = (
  find: () => HTMLElement | null | undefined,
  { keepsPlace = false, frames = longestWait }: { readonly keepsPlace?: boolean; readonly frames?: number } = {},
): void => {
  const found = find();
  if (found) found.focus({ preventScroll: keepsPlace });
  else if (frames > 0) requestAnimationFrame(() => focusOn(find, { keepsPlace, frames: frames - 1 }));
};

/**
 * Keeps the focus from falling to the body. When the element that has it is removed, hidden or disabled, its heir is focused:
 * within the closest ancestor that is still there, what is marked as heir, else a heading, else the page's own heading.
 */
export const keepFocus = (root: HTMLElement): (() => void) => {
  let chain: readonly Element[] = [];
  const note = ({ target }: FocusEvent): void => {
    chain = target instanceof Element ? ancestorsOf(target) : [];
  };
  const mend = (): void => {
    if (document.activeElement !== document.body || chain.length === 0) return;
    const [lost] = chain;
    // The reader has clicked beside everything: nothing is lost.
    if (lost?.isConnected && isFocusable(lost)) return;
    for (const ancestor of chain.slice(1)) {
      if (!ancestor.isConnected) continue;
      const next =
        ancestor.querySelector<HTMLElement>('[data-heir]') ?? ancestor.querySelector<HTMLElement>('h1, h2, h3');
      if (!next || next.getClientRects().length === 0) continue;
      if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
      next.focus({ preventScroll: true });
      return;
    }
  };
  const observer = new MutationObserver(mend);
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
  root.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', note);
  };
};

const ancestorsOf = (element: Element): readonly Element[] => {
  const parent = element.parentElement;
  return parent ? [element, ...ancestorsOf(parent)] : [element];
};

const isFocusable = (element: Element): boolean => !element.matches(':disabled') && element.getClientRects().length > 0;
