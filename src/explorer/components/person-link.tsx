import { say } from '../sentences.ts';
import { Avatar } from './avatar.tsx';

interface PersonLinkProps {
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
  readonly detail?: string | undefined;
}

/** A person by initials and name, as a link to their page. */
export const PersonLink = ({ id, name, detail }: PersonLinkProps) => (
  <span class="person-link">
    <Avatar name={name} />
    <span>
      {id ? (
        <a href={`/people/${encodeURIComponent(id)}`} dir="auto">
          {name ?? say.unknownPerson}
        </a>
      ) : (
        <span dir="auto">{name ?? say.unknownPerson}</span>
      )}
      {detail && (
        <span class="person-detail" dir="auto">
          {detail}
        </span>
      )}
    </span>
  </span>
);
