import { TextLink } from './text.tsx';
/** A `mailto:` link; the address is encoded, so that it cannot add headers or recipients. */
export const MailLink = ({ address }: { readonly address: string }) => (
  <TextLink href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>{address}</TextLink>
);
