import { useEffect } from 'preact/hooks';

/** What keys do; `mod+k` is Ctrl or Command with K. */
export type Keys = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/** Whether somebody is typing, or a dialog has the keyboard. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName) || target.closest('dialog') !== null);

/** Keys that work anywhere on the page, but not while somebody types. Checkboxes are not typed into. */
export const useKeys = (keys: Keys): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (altKey || event.defaultPrevented) return;
      const mod = ctrlKey || metaKey;
      const act = keys[mod ? `mod+${key.toLowerCase()}` : key];
      const isBox = target instanceof HTMLInputElement && target.type === 'checkbox';
      if (!act || (!mod && !isBox && isTaken(event)) || (mod && key.toLowerCase() === 'z' && isTaken(event))) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
};
