/** A company by a name that a payload told, which has no id; the page behind it finds that, free. */
export const CompanyLink = ({ name }: { readonly name: string | null | undefined }) =>
  name ? (
    <a class="plain" href={`/companies?${new URLSearchParams({ name })}`} dir="auto">
      {name}
    </a>
  ) : null;
