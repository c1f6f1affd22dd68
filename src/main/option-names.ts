import type { Command } from 'commander';

/** The store's names of values whose options and arguments have other names. */
const aliases: Readonly<Record<string, string>> = {
  account: 'email',
  email: 'owner',
  manualStrength: 'strength',
  ownerEmail: 'owner',
  teamName: 'name',
};

/**
 * Renames a refusal's path to the option or argument that it came from: "owner_email: must be given …" becomes
 * "--owner: must be given …".
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
