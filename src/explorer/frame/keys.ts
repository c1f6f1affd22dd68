import { useEffect } from 'preact/hooks';

/** Keyboard shortcuts; `mod+k` is Ctrl+K or Command+K. */
export type Keys = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/** Whether a text field or a dialog has the keyboard. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName) || target.closest('dialog') !== null);

/** Registers shortcuts for the whole page, except while a text field has the focus; checkboxes do not count. */
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
