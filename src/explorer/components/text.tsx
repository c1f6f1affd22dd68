import type { ComponentChildren } from 'preact';

interface TextProps {
  readonly children: ComponentChildren;
}

/** A less important text of somebody's, in its own direction. */
export const Muted = ({ children }: TextProps) => (
  <span class="muted small" dir="auto">
    {children}
  </span>
);

interface TextLinkProps extends TextProps {
  readonly href: string;
  readonly title?: string;
  readonly onClick?: () => void;
}

/** A link whose text is somebody's, such as a name, in its own direction. */
export const TextLink = ({ children, ...attributes }: TextLinkProps) => (
  <a {...attributes} dir="auto">
    {children}
  </a>
);

/** A `mailto:` link; the address is encoded, so that it cannot add headers or recipients. */
export const MailLink = ({ address }: { readonly address: string }) => (
  <TextLink href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</TextLink>
);
