import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly class?: string;
  /** Rendered only while it is open. */
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus, and returns it afterwards. */
export const Dialog = ({ title, isOpen, onClose, class: className = '', children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect, so that a key typed right after the one that opens the dialog goes into it.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      class={className}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {isOpen && (
        <div class="dialog-body stack">
          <div class="row between">
            <h2>{title}</h2>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
};
