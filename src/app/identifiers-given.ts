import { CommandFailure } from './command-failure.ts';

/**
 * Demands that what a command removes is named by identifiers: a name, or the empty text of an unset variable, would match
 * nobody, as if there were nothing to remove.
 *
 * @param argument whose values they are, such as `--profile`
 * @throws {CommandFailure}
 */
export function demandIdentifiers(argument: string, given: readonly string[]): void {
  for (const one of given) {
    const text = one.trim();
    if (text === '') throw new CommandFailure(`${argument}: must be an identifier, but got an empty text.`);
    if (/\s/.test(text))
      throw new CommandFailure(
        `${argument}: must be an id, slug, URL or e-mail address, but “${text}” has spaces, like a name. Find the slug on the page of the person or company.`,
      );
    if (/^number:(?!\d+$)|^entity:$/.test(text))
      throw new CommandFailure(`${argument}: must be number:N or entity:ID, such as number:1001, but got “${text}”.`);
  }
}
