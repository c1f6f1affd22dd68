import { Icon, type IconName } from './icon.tsx';

/** How it looks: `bar` in a page's head or the bar of a list, `link` within a sentence. */
type Kind = 'plain' | 'primary' | 'small' | 'bar' | 'bar primary' | 'link';

const classOf = (kind: Kind): string => (kind === 'link' ? 'link' : `button ${kind}`);

interface ButtonProps {
  readonly label: string;
  readonly onClick: () => unknown;
  readonly kind?: Kind;
  readonly icon?: IconName | undefined;
  /** Shows the icon alone where there is no room. */
  readonly isQuiet?: boolean;
  readonly disabled?: boolean;
  /** The accessible name, if the label is not clear by itself. */
  readonly fullLabel?: string;
  /** The key that presses it. */
  readonly shortcut?: string;
}

export const Button = ({ label, onClick, kind = 'plain', icon, isQuiet, ...props }: ButtonProps) => (
  <button
    type="button"
    class={`${classOf(kind)}${isQuiet ? ' quiet-label' : ''}`}
    title={isQuiet ? label + (props.shortcut ? ` (${props.shortcut})` : '') : undefined}
    aria-label={props.fullLabel}
    data-key={props.shortcut}
    disabled={props.disabled}
    onClick={() => void onClick()}
  >
    {icon && <Icon name={icon} />}
    <span>{label}</span>
  </button>
);

/** Tries again what failed. */
export const AgainButton = ({ again }: { readonly again: () => unknown }) => (
  <Button label="Try again" kind="small" onClick={again} />
);

interface LinkButtonProps extends Pick<ButtonProps, 'label' | 'kind' | 'icon'> {
  readonly href: string;
}

/** A link that looks like a button. */
export const LinkButton = ({ href, label, kind = 'plain', icon }: LinkButtonProps) => (
  <a class={classOf(kind)} href={href}>
    {icon && <Icon name={icon} />}
    {label}
  </a>
);

interface IconButtonProps extends Pick<ButtonProps, 'label' | 'onClick'> {
  readonly icon: IconName;
  /** Whether the menu or panel that it opens is shown. */
  readonly isExpanded?: boolean;
  readonly isForPhones?: boolean;
}

/** A button with an icon alone. */
export const IconButton = ({ label, icon, onClick, isExpanded, isForPhones }: IconButtonProps) => (
  <button
    type="button"
    class={isForPhones ? 'icon-button only-phone' : 'icon-button'}
    aria-label={label}
    aria-expanded={isExpanded}
    onClick={() => void onClick()}
  >
    <Icon name={icon} />
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
