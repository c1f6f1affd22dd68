import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import { type GraphOptions, graphOption, insecureOption, whole } from './given.ts';
import type { Terminal } from './terminal.ts';
import { shown } from './welcome.ts';

interface ExploreOptions extends GraphOptions {
  readonly seconds: number;
  readonly total: number;
  readonly write?: boolean;
  readonly readOnly?: boolean;
  readonly team?: string;
  readonly print?: boolean;
  readonly at: string;
}

export const addExploreCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('explore')
    .description(
      `open a running graph’s explorer in the browser, for the key in ${variables.apiKey.name} or for one that you enter`,
    )
    .option(...graphOption)
    .option(...insecureOption)
    .option('--seconds <number>', 'lifetime of the session', whole, 3600)
    .option('--total <credits>', 'credit limit of the session', whole, 100)
    .addOption(new Option('--read-only', 'do not let the session change lists and exclusions').conflicts('write'))
    .option('--write', 'let the session map networks, and add connectors and teams')
    .option('--team <id>', 'id of the child team that the session is for')
    .option('--at <path>', 'page to open, with its query, such as “/people?title=engineer”', pathOnPage, '/')
    .option('--print', 'print the address instead of opening a browser')
    .action(
      async ({
        graph,
        seconds,
        total,
        write = false,
        readOnly = false,
        team,
        print = false,
        insecure = false,
        at,
      }: ExploreOptions) => {
        const config = await configured(terminal);
        const apiKey = config.apiKey ?? (await terminal.askSecret('API key: '));
        if (!apiKey) throw new CommandFailure(`the explorer needs an API key: set ${variables.apiKey.name}.`);
        const { explorerAddress } = await import('../app/explore.ts');
        const rights = write ? 'act' : readOnly ? 'look' : 'keep';
        const session = { kind: 'page', rights, seconds, total, childTeamId: team, label: 'explorer' } as const;
        const opened = await explorerAddress({ config, graphUrl: graph, insecure, apiKey }, session, at);
        // Use `localhost`: cookies belong to a host name, and that is the one users type.
        const address = graph === undefined ? shown(opened) : opened;
        if (!print && (await terminal.browse(address)))
          terminal.stdout(
            `Opened ${new URL(address).origin}/ in the browser; if it shows nothing, --print prints the address.`,
          );
        else {
          terminal.stdout(address);
          terminal.stderr('The address is good for one visit, within a minute.');
        }
      },
    );
};

/** Validates a path without an origin, or a fragment, which carries the code. */
const pathOnPage = (text: string): string => {
  if (/^\/(?!\/)[^#\s\\]*$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a path on the page, such as /people, without an origin or “#”.');
};
