import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

interface MenuProps {
  readonly label: string;
  readonly icon?: IconName;
  /** Shows the icon alone on narrow screens. */
  readonly isQuiet?: boolean;
  readonly align?: 'start' | 'end';
  /** Receives a function that closes the menu and returns the focus to its button. */
  readonly children: (close: () => void) => ComponentChildren;
}

interface ChoicesProps extends Omit<MenuProps, 'children'> {
  readonly choices: readonly {
    readonly name: string;
    readonly choose: () => unknown;
    readonly isCurrent?: boolean;
  }[];
}

/** A menu of which each entry does something. */
export const Choices = ({ choices, ...menu }: ChoicesProps) => (
  <Menu {...menu}>
    {(close) => (
      <ul class="menu-list">
        {choices.map(({ name, choose, isCurrent }, at) => (
          <li key={`${at} ${name}`}>
            <button
              type="button"
              dir="auto"
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => {
                close();
                void choose();
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    )}
  </Menu>
);

/** A button that opens a small panel below it; Escape and a click elsewhere close it. */
export const Menu = ({ label, icon, isQuiet = false, align = 'start', children }: MenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    root.current?.querySelector<HTMLElement>('.menu-panel :is(input, button, a, select)')?.focus();
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button has opened
    <div
      class={`menu ${align}`}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        ref={button}
        class={isQuiet ? 'button bar quiet-label' : 'button bar'}
        aria-expanded={isOpen}
        title={isQuiet ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} />}
        <span>{label}</span>
      </button>
      {isOpen && <div class="menu-panel">{children(close)}</div>}
    </div>
  );
};
