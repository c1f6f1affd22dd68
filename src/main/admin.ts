import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandName } from '../app/admin/commands.ts';
import { configuredToEmbed } from './configuration.ts';
import { quietOption, whole } from './given.ts';
import { progressOn } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Commands on the store. If a service has it open, they run in that service. */
export const addAdminCommands = (kith: Command, terminal: Terminal): void => {
  const carryOut: CarryOut = async (name, { quiet, ...argument }) => {
    const { administer } = await import('../app/admin/administer.ts');
    const progress = await progressOn(terminal);
    const quietly = (line: string): void => {
      const name = nameIn(line);
      if (name !== undefined) terminal.stdout(name);
    };
    const stdout = quiet ? quietly : terminal.stdout;
    const context = { stdout, onProgress: progress.show, signal: terminal.stop };
    await administer(await configuredToEmbed(terminal), context, name, argument).finally(progress.end);
  };
  addDataCommands(kith, terminal, carryOut);
  addKeyCommands(kith.command('key').description("manage a team's API keys"), carryOut);
  addSearchCommands(kith.command('search').description('manage the indexes of the OpenSearch cluster'), carryOut);
  addTeamCommands(kith.command('team').description('manage teams, their plans and their members'), carryOut);
};

const importExits = `
Exit status: 0 done, 1 failed, 2 nothing imported, 3 some lines were refused under --strict.`;

type Options = Readonly<Record<string, unknown>>;

type CarryOut = (name: CommandName, argument: Options) => Promise<void>;

/** The value that a script needs from an answer: a new key, or the id; undefined if it has neither. */
const nameIn = (line: string): string | undefined => {
  const { key, id } = JSON.parse(line);
  return key ?? id;
};

interface ImportOptions {
  readonly team?: string;
  readonly rejects: string;
  readonly strict?: true;
  readonly of?: string;
  readonly names?: true;
  readonly quiet?: true;
}

const addDataCommands = (kith: Command, terminal: Terminal, carryOut: CarryOut): void => {
  const { directory } = terminal;
  kith
    .command('import')
    .description('import records from lines of JSON, or connections from members’ exports of them (docs/import.md)')
    .argument('<files...>', 'files, or exports as NAME=FILE; - is standard input')
    .option('--of <name>', 'whose connections an export has: a name, page or slug')
    .option('--team <id>', 'id of the team that owns the lists, tags and notes, or the connections')
    .option('--names', 'take rows of exports that have neither a page nor an e-mail address')
    .option('--rejects <file>', 'file for rejected lines, each with the reason', 'rejected.ndjson')
    .option('--strict', 'refuse lines that have an invalid value, or a slug that another record has')
    .option('-q, --quiet', 'of exports, print only the key of the team that is created if there is none')
    .addHelpText('after', importExits)
    .action(async (given: readonly string[], { rejects, of, names, ...options }: ImportOptions) => {
      const { openSources } = await import('../app/admin/import-sources.ts');
      const { exportsIn } = await import('../app/admin/exports-given.ts');
      const { dataDir } = await configuredToEmbed(terminal);
      const owners = await exportsIn(given, { of, directory });
      await using sources = await openSources(owners?.map(({ file }) => file) ?? given, {
        directory,
        dataDir,
        stdin: terminal.streams.input,
        stop: terminal.stop,
      });
      const { files, resume } = sources;
      const shared = { ...options, rejects: resolve(directory, rejects) };
      if (owners === undefined) return await carryOut('import', { ...shared, files, resume });
      const exports = files.map((file, at) => ({ ...file, of: owners[at]?.of ?? '' }));
      await carryOut('import-exports', { ...shared, exports, names });
    });
  kith
    .command('export')
    .description('export records, lists, tags and notes to a file that import reads')
    .argument('<file>')
    .option('--team <id>', 'export the lists, tags and notes of this team only')
    .option(
      '--kinds <kinds...>',
      'kinds to export: companies, profiles, connections, lists, tags, notes (default: all)',
    )
    .action((file: string, options: Options) => carryOut('export', { ...options, file: resolve(directory, file) }));
  kith
    .command('seed')
    .description('load the sample data and the demo teams into an empty store')
    .action(() => carryOut('seed', {}));
};

const addSearchCommands = (search: Command, carryOut: CarryOut): void => {
  search
    .command('rebuild')
    .description('build new indexes next to those in use, then switch to them')
    .action(() => carryOut('search-rebuild', {}));
  search
    .command('check')
    .description('compare every record with the indexes in use, and repair them')
    .action(() => carryOut('search-check', {}));
  search
    .command('drop')
    .description('remove the indexes; the database answers searches again')
    .action(() => carryOut('search-drop', {}));
};

const addKeyCommands = (key: Command, carryOut: CarryOut): void => {
  key
    .command('create')
    .description('create an API key and print it; it cannot be shown again')
    .requiredOption('--team <id>', 'id of its team')
    .requiredOption('--account <email>', 'e-mail address of an owner or admin of the team')
    .option('--label <text>', 'label, such as its use')
    .option('--expires <moment>', 'expiry date, such as 2030-01-31')
    .option('-q, --quiet', 'print only the key, for scripts')
    .action((options: Options) => carryOut('key-create', options));
  key
    .command('list')
    .description("list a team's API keys: ids, labels and expiry, not the keys")
    .requiredOption('--team <id>', 'id of the team')
    .option(...quietOption)
    .action((options: Options) => carryOut('key-list', options));
  key
    .command('revoke')
    .description('revoke an API key, with immediate effect')
    .argument('<key>', "the key's id")
    .requiredOption('--team <id>', 'id of its team')
    .action((id: string, options: Options) => carryOut('key-revoke', { ...options, key: id }));
};

const addTeamCommands = (team: Command, carryOut: CarryOut): void => {
  team
    .command('list')
    .description('list all teams with their plans')
    .option(...quietOption)
    .action((options: Options) => carryOut('team-list', options));
  withPlan(team.command('create').description('create a team and its owner'))
    .argument('<name>')
    .option('--owner <email>', "the owner's e-mail address; default for a child team: its partner's owners")
    .option('--partner <id>', 'id of its partner team')
    .option(...quietOption)
    .action((name: string, options: Options) => carryOut('team-create', { ...options, name }));
  withPlan(team.command('update').description("change a team's name or plan"))
    .argument('<team>', "the team's id")
    .option('--name <name>', 'new name')
    .action((id: string, options: Options) => carryOut('team-update', { ...options, team: id }));
  team
    .command('secret')
    .description("show the secret that signs a team's callbacks")
    .argument('<team>', "the team's id")
    .option('--rotate', 'replace the secret first')
    .action((id: string, options: Options) => carryOut('team-secret', { ...options, team: id }));
  team
    .command('members')
    .description("list a team's members")
    .argument('<team>', "the team's id")
    .action((id: string) => carryOut('team-members', { team: id }));
  team
    .command('member')
    .description('give an account a role in a team')
    .argument('<team>', "the team's id")
    .argument('<email>')
    .argument('<role>', 'owner, admin or member; "none" removes the account from the team and ends its keys')
    .action((id: string, account: string, role: string) => carryOut('team-member', { team: id, account, role }));
  addLabelCommands(team, carryOut);
};

/** A team's lists, tags and notes; records are named by id, slug or URL. */
const addLabelCommands = (team: Command, carryOut: CarryOut): void => {
  team
    .command('put-on-list')
    .description('add a profile to a list, or remove it')
    .argument('<team>', "the team's id")
    .argument('<list>', "the list's name; it is created if there is none")
    .argument('<profile>')
    .option('--status <text>', "the profile's status on the list")
    .option('--remove', 'remove it instead')
    .action((id: string, list: string, profile: string, options: Options) =>
      carryOut('team-put-on-list', { ...options, team: id, list, profile }),
    );
  team
    .command('tag')
    .description('add a tag to a profile or a company, or remove it')
    .argument('<team>', "the team's id")
    .argument('<tag>', "the tag's name; it is created if there is none")
    .option('--profile <profile>')
    .option('--company <company>')
    .option('--remove', 'remove it instead')
    .action((id: string, tag: string, options: Options) => carryOut('team-tag', { ...options, team: id, tag }));
  team
    .command('note')
    .description('write a note on a profile')
    .argument('<team>', "the team's id")
    .argument('<profile>')
    .argument('<text>')
    .option('--private', 'never return it through the API')
    .action((id: string, profile: string, content: string, options: Options) =>
      carryOut('team-note', { ...options, team: id, profile, content }),
    );
  team
    .command('remove-note')
    .description('remove a note')
    .argument('<team>', "the team's id")
    .argument('<note>', "the note's id")
    .action((id: string, note: string) => carryOut('team-remove-note', { team: id, note }));
  team
    .command('connectors')
    .description("list a team's connectors and the state of their mapping")
    .argument('<team>', "the team's id")
    .action((id: string) => carryOut('team-connectors', { team: id }));
  team
    .command('strength')
    .description("set the strength of a connector's relationship to a profile")
    .argument('<team>', "the team's id")
    .argument('<connector>', 'its id, or the slug or URL of its profile')
    .argument('<profile>')
    .argument('<strength>', '0 to 1, or none', strengthOrNone)
    .action((id: string, connector: string, profile: string, strength: number | null) =>
      carryOut('team-strength', { team: id, connector, profile, strength }),
    );
};

/** Options of a plan. Omitted ones are unchanged, or have their defaults for a new team. */
const withPlan = (command: Command): Command =>
  command
    .option('--is-partner <yes|no>', 'partner permission: may create child teams', yesOrNo)
    .option('--api-access <yes|no>', 'permission to have API keys', yesOrNo)
    .option('--allowance <credits|none>', 'credit allowance of a billing period', creditsOrNone)
    .option('--overage-allowed <yes|no>', 'bill credits beyond the allowance instead of refusing them', yesOrNo)
    .option('--overage-protection <yes|no>', 'refuse credits that would be billed as overage', yesOrNo)
    .option('--anchor-day <day>', 'the day of the month on which a period begins', whole);

const strengthOrNone = (text: string): number | null => {
  if (text === 'none') return null;
  if (!/^[01](?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be between 0 and 1, or none.');
  return Number(text);
};

const creditsOrNone = (text: string): number | 'none' => (text === 'none' ? text : whole(text));

const yesOrNo = (text: string): boolean => {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('It must be yes or no.');
  return text === 'yes';
};
