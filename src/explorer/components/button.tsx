import { say } from '../sentences.ts';
import { Icon, type IconName } from './icon.tsx';

interface BarButtonProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly onClick: () => unknown;
  /** Shows the icon alone where there is no room. */
  readonly isQuiet?: boolean;
  readonly isPrimary?: boolean;
  readonly disabled?: boolean;
  /** The key that presses it. */
  readonly shortcut?: string;
}

/** A button of a page's head, or of the bar of a list. */
export const BarButton = ({ label, icon, onClick, isQuiet, isPrimary, disabled, shortcut }: BarButtonProps) => (
  <button
    type="button"
    class={`button bar${isQuiet ? ' quiet-label' : ''}${isPrimary ? ' primary' : ''}`}
    title={isQuiet ? label + (shortcut ? ` (${shortcut})` : '') : undefined}
    data-key={shortcut}
    disabled={disabled}
    onClick={() => void onClick()}
  >
    {icon && <Icon name={icon} />}
    <span>{label}</span>
  </button>
);

/** Tries again what failed. */
export const AgainButton = ({ again }: { readonly again: () => unknown }) => (
  <button type="button" class="button small" onClick={() => void again()}>
    {say.states.again}
  </button>
);

interface SwitchProps {
  readonly label: string;
  /** Views of the page, each by its address. */
  readonly views: readonly {
    readonly name: string;
    readonly href: string;
    readonly isCurrent: boolean;
    readonly count?: number | undefined;
  }[];
}

/** Links to the views of a page. */
export const Switch = ({ label, views }: SwitchProps) => (
  <nav class="switch" aria-label={label}>
    {views.map(({ name, href, isCurrent, count }) => (
      <a key={name} href={href} aria-current={isCurrent ? 'true' : undefined}>
        {name} {count !== undefined && <span class="muted">{count}</span>}
      </a>
    ))}
  </nav>
);
