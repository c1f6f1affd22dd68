import { badRequest } from './problem.ts';
import { shown } from './shown.ts';

interface Member {
  readonly value: unknown;
  readonly name: string;
  readonly above: Member | undefined;
}

/**
 * Refuses a request in which a string or a member's name holds U+0000, which PostgreSQL has in no text.
 *
 * @param root the name of the whole request
 */
export function refuseNullCharacters(request: unknown, root: string): void {
  // A list that grows while it is read, since a body may be nested deeper than the stack is.
  const members: Member[] = [{ value: request, name: '', above: undefined }];
  for (const member of members) {
    const { value, name } = member;
    if (name.includes('\0')) throw refused(member, name, root);
    if (typeof value === 'string' && value.includes('\0')) throw refused(member, value, root);
    if (typeof value !== 'object' || value === null) continue;
    for (const [below, of] of Object.entries(value)) members.push({ value: of, name: below, above: member });
  }
}

const refused = (member: Member, text: string, root: string) =>
  badRequest(`${pathOf(member) || root}: must not hold U+0000, but got ${shown(text)}`);

function pathOf({ name, above }: Member): string {
  const names = [name];
  for (let at = above; at; at = at.above) names.unshift(at.name);
  return names.slice(1).join('.').replaceAll('\0', '\\u0000');
}
