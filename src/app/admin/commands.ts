import { CommandFailure } from '../command-failure.ts';
import { storeFailure } from '../store.ts';
import { backupCommand } from './backup.ts';
import type { Command, CommandContext } from './command.ts';
import { exportCommand, importCommand, seedCommand } from './data.ts';
import { doctorCommand } from './doctor.ts';
import { forgetCommand } from './forget.ts';
import { importExportsCommand } from './import-exports.ts';
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './key.ts';
import {
  listConnectorsCommand,
  putNoteCommand,
  putOnListCommand,
  removeNoteCommand,
  strengthCommand,
  tagCommand,
} from './label.ts';
import { checkSearchCommand, dropSearchCommand, rebuildSearchCommand } from './search.ts';
import {
  createTeamCommand,
  listMembersCommand,
  listTeamsCommand,
  putMemberCommand,
  teamSecretCommand,
  updateTeamCommand,
} from './team.ts';

const commands = {
  backup: backupCommand,
  doctor: doctorCommand,
  'key-create': createKeyCommand,
  'key-list': listKeysCommand,
  'key-revoke': revokeKeyCommand,
  'team-list': listTeamsCommand,
  'team-create': createTeamCommand,
  'team-update': updateTeamCommand,
  'team-secret': teamSecretCommand,
  'team-members': listMembersCommand,
  'team-member': putMemberCommand,
  'team-connectors': listConnectorsCommand,
  'team-strength': strengthCommand,
  'team-put-on-list': putOnListCommand,
  'team-tag': tagCommand,
  'team-note': putNoteCommand,
  'team-remove-note': removeNoteCommand,
  import: importCommand,
  'import-exports': importExportsCommand,
  export: exportCommand,
  forget: forgetCommand,
  seed: seedCommand,
  'search-rebuild': rebuildSearchCommand,
  'search-check': checkSearchCommand,
  'search-drop': dropSearchCommand,
} satisfies Record<string, Command>;

/** Commands that create the store if it is missing; all others require one. */
export const makesStore: ReadonlySet<CommandName> = new Set(['import', 'import-exports', 'seed', 'team-create']);

export type CommandName = keyof typeof commands;

const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** Runs a command in the process that has the store open. */
export const perform = async (context: CommandContext, name: string, argument: unknown): Promise<void> => {
  if (!isCommandName(name)) throw new CommandFailure(`This version of Kith has no command "${name}".`);
  await commands[name].run(context, argument).catch((error: unknown) => {
    throw storeFailure(error);
  });
};
