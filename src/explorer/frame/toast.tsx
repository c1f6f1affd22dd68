import { Button } from '../components/button.tsx';
import { Signal } from '../graph/signal.ts';

interface Told {
  readonly text: string;
  readonly undo?: () => void;
}

/** How long an action can be undone, in milliseconds. */
const shownMs = 10_000;

const told = new Signal<Told | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message, also to screen readers; `undo` reverts the action, by its button or Ctrl+Z. */
export const tell = (text: string, undo?: () => void): void => {
  clearTimeout(timer);
  told.value = { text, ...(undo && { undo }) };
  timer = setTimeout(() => {
    told.value = undefined;
  }, shownMs);
};

/** Reverts the action of the last message, if possible. */
export const undoLast = (): void => {
  const undo = told.value?.undo;
  told.value = undefined;
  undo?.();
};

export const Toast = () => {
  const shown = told.use();
  return (
    <div class="toast-place" role="status">
      {shown && (
        <div class="toast row loose">
          <span>{shown.text}</span>
          {shown.undo && <Button label="Undo" kind="small" onClick={undoLast} />}
        </div>
      )}
    </div>
  );
};
