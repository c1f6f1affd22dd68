import { Command, CommanderError } from 'commander';
import { closestMatch } from 'leven';
import { CommandFailure } from '../app/command-failure.ts';
import { ownVersion } from '../app/version.ts';
import { addAdminCommands } from './admin.ts';
import { addBackupCommands } from './backup.ts';
import { addCompletionCommand } from './completion.ts';
import { addConfigCommand } from './config.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEnrichCommand } from './enrich.ts';
import { addExploreCommand } from './explore.ts';
import { addForgetCommand } from './forget.ts';
import { addInviteCommands } from './invite.ts';
import { addMatchCommand } from './match.ts';
import { addMcpCommands } from './mcp.ts';
import { inOptionNames } from './option-names.ts';
import { addPriceCommand } from './price.ts';
import { addPurgeCommand } from './purge.ts';
import { addPurseCommands } from './purse.ts';
import { addRecordsCommands } from './records.ts';
import { addSchemaCommand } from './schema.ts';
import { addServeCommands } from './serve.ts';
import type { Terminal } from './terminal.ts';
import { addWatchCommands } from './watch.ts';

/** Runs the `kith` command with these arguments; resolves with the exit code. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  let running: Command | undefined;
  try {
    const kith = commandLine(terminal, await ownVersion()).hook('preAction', (_, command) => {
      running = command;
    });
    refuseUnknown(kith, args);
    await kith.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its message already.
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandFailure)) throw error;
    terminal.stderr(`kith: ${inOptionNames(running, error.message)}`);
    return error.exitCode;
  }
};

/** Commander would treat an unknown command as an argument of the default command. */
const refuseUnknown = (kith: Command, [name]: readonly string[]): void => {
  const known = ['help', ...kith.commands.flatMap((command) => [command.name(), ...command.aliases()])];
  if (name === undefined || name.startsWith('-') || known.includes(name)) return;
  const closest = closestMatch(name, known, { maxDistance: 3 });
  const guess = closest === undefined ? '' : `; the closest is "${closest}"`;
  throw new CommandFailure(`there is no command "${name}"${guess}; "kith --help" lists the commands.`);
};

/** Reformats Commander's messages like ours. */
const inOurForm = (message: string): string =>
  message
    .trim()
    .replace(/^error: /, 'kith: ')
    .replace(/\n?\s*\(Did you mean (.*)\?\)$/, '; the closest is $1')
    .replace(/[^.]$/, '$&.');

const commandLine = (terminal: Terminal, version: string): Command => {
  const kith = new Command('kith')
    .description('A GraphQL API for people, companies and who knows whom, over a professional-network data service.')
    .version(version, '-V, --version', 'print the version of Kith')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout(text.trimEnd()),
      writeErr: (text) => terminal.stderr(text.trimEnd()),
      outputError: (text, write) => write(inOurForm(text)),
    });
  kith.commandsGroup('Run:');
  addServeCommands(kith, terminal);
  addConfigCommand(kith, terminal);
  addDoctorCommand(kith, terminal);
  addBackupCommands(kith, terminal);
  kith.commandsGroup('Use a running graph:');
  addExploreCommand(kith, terminal);
  addInviteCommands(kith, terminal);
  addMcpCommands(kith, terminal);
  addMatchCommand(kith, terminal);
  addEnrichCommand(kith, terminal);
  addWatchCommands(kith, terminal);
  kith.commandsGroup('Credits:');
  addPriceCommand(kith, terminal);
  addPurseCommands(kith, terminal);
  addRecordsCommands(kith, terminal);
  kith.commandsGroup('The embedded data service:');
  addAdminCommands(kith, terminal);
  kith.commandsGroup('Remove people:');
  addForgetCommand(kith, terminal);
  addPurgeCommand(kith, terminal);
  kith.commandsGroup('Develop:');
  kith.helpCommand('help [command]', 'display help for a command');
  addSchemaCommand(kith, terminal);
  addCompletionCommand(kith, terminal);
  return kith;
};
