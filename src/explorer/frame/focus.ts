/** Marks the element that gets the focus when the focused element is removed, such as the count of a list. */
export const heir = { 'data-heir': '', tabIndex: -1 } as const;

/** Maximum number of frames to wait for an element to be rendered. */
const longestWait = 60;

/** Focuses an element once it is rendered, and scrolls to it unless `keepsPlace`. */
export const focusOn = (
  find: () => HTMLElement | null | undefined,
  { keepsPlace = false, frames = longestWait }: { readonly keepsPlace?: boolean; readonly frames?: number } = {},
): void => {
  const found = find();
  if (found) found.focus({ preventScroll: keepsPlace });
  else if (frames > 0) requestAnimationFrame(() => focusOn(find, { keepsPlace, frames: frames - 1 }));
};

/**
 * Prevents the focus from falling back to the body. When the focused element is removed, hidden or disabled, the
 * closest remaining ancestor's heir is focused: a marked element, else a heading, else the page's heading.
 */
export const keepFocus = (root: HTMLElement): (() => void) => {
  let chain: readonly Element[] = [];
  const note = ({ target }: FocusEvent): void => {
    chain = target instanceof Element ? ancestorsOf(target) : [];
  };
  const mend = (): void => {
    if (document.activeElement !== document.body || chain.length === 0) return;
    const [lost] = chain;
    // The reader clicked elsewhere, so the focus was not lost.
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
