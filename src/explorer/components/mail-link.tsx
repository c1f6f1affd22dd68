/** A link that writes to an address, of which nothing can become another header or recipient of the mail. */
export const MailLink = ({ address }: { readonly address: string }) => (
  <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} dir="auto">
    {address}
  </a>
);
