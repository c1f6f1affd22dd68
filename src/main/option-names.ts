import type { Command } from 'commander';

/** Names under which the store refuses what options and arguments of another name brought. */
const aliases: Readonly<Record<string, string>> = {
  account: 'email',
  email: 'owner',
  manualStrength: 'strength',
  ownerEmail: 'owner',
  teamName: 'name',
};

/**
 * A refusal in the words of the command line: what a sentence begins with ("owner_email: must be given …") becomes the
 * option or argument that brought it ("--owner: must be given …").
 */
export const inOptionNames = (command: Command | undefined, refusal: string): string =>
  refusal.replaceAll(/^(\s*)(\w+)(?=: )/gm, (whole, indent: string, name: string) => {
    const member = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const typed = typedName(command, member) ?? typedName(command, aliases[member]);
    return typed === undefined ? whole : `${indent}${typed}`;
  });

const typedName = (command: Command | undefined, name: string | undefined): string | undefined => {
  const option = command?.options.find((one) => one.attributeName() === name);
  if (option) return option.long ?? undefined;
  const argument = command?.registeredArguments.find((one) => one.name() === name);
  return argument && `<${argument.name()}>`;
};
