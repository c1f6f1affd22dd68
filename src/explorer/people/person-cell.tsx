import { Avatar } from '../components/avatar.tsx';
import { personAddress } from '../frame/address.ts';
import { say } from '../sentences.ts';

interface PersonCellProps {
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
}

/** A person in a row: initials, and the name as a link to their page. */
export const PersonCell = ({ id, name }: PersonCellProps) => (
  <span class="person-cell">
    <Avatar name={name} />
    {id ? (
      <a href={personAddress(id)} dir="auto">
        {name ?? say.locked}
      </a>
    ) : (
      <span dir="auto">{name ?? say.locked}</span>
    )}
  </span>
);

/** A company in a row. Lists tell its name only; the page behind the link finds its id, free. */
export const CompanyCell = ({ name }: { readonly name: string | null | undefined }) =>
  name ? (
    <a class="calm" href={`/companies?${new URLSearchParams({ name })}`} dir="auto">
      {name}
    </a>
  ) : null;

/** How likely two people know each other: the one scale of the page, a bar, squared so that high ones differ, and a percentage. */
export const Confidence = ({ value }: { readonly value: number }) => (
  <span class="confidence" title={say.confidence(value)}>
    <meter min={0} max={1} value={value * value} aria-label={say.confidence(value)} />
    <span aria-hidden="true">{say.percent(value)}</span>
  </span>
);
