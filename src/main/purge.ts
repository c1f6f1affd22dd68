import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { demandIdentifiers } from '../app/identifiers-given.ts';
import type { purgeKept } from '../app/purge.ts';
import { configured } from './configuration.ts';
import { graphOption } from './given.ts';
import type { Terminal } from './terminal.ts';

interface PurgeOptions {
  readonly profile?: readonly string[];
  readonly name?: readonly string[];
  readonly company?: readonly string[];
  readonly all?: true;
  readonly graph?: string;
}

export const addPurgeCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('purge')
    .description(
      'purge people or companies from the graph: its caches in memory and in Redis, mapping results, target lists, watched networks, do-not-ask lists, and texts that contain a name',
    )
    .option(
      '--profile <names...>',
      'people, by id, slug, URL, e-mail address, number:N or entity:ID; give every identifier you know',
    )
    .option('--name <names...>', 'their full names, as they may appear in labels, reasons, notes and list names')
    .option('--company <names...>', 'companies, by id, slug or URL')
    .option(
      '--all',
      'all records, results, lists and approvals of every key; keeps labels and mapping requests, except those that contain a name given here',
    )
    .option(...graphOption)
    .action((options: PurgeOptions) => purge(terminal, options));
};

const purge = async (
  terminal: Terminal,
  { profile = [], name = [], company = [], all, graph }: PurgeOptions,
): Promise<void> => {
  if (profile.length + name.length + company.length === 0 && !all)
    throw new CommandFailure('name what is to be removed: --profile, --name, --company or --all.');
  demandIdentifiers('--profile', profile);
  demandIdentifiers('--company', company);
  if (name.some((one) => one.trim() === '')) throw new CommandFailure('--name: must be a name, but got an empty text.');
  const { purgeKept } = await import('../app/purge.ts');
  const what = { profiles: [...profile], names: [...name], companies: [...company], all: all ?? false };
  const purged = await purgeKept(await configured(terminal), graph, what);
  terminal.stdout(`Forgotten: ${purgedSentence(purged)}`);
  const { unclaimed } = purged;
  if (unclaimed.length > 0)
    terminal.stdout(
      `Stored by no feature of this version: ${unclaimed.join(', ')}; ${all ? 'it is removed' : 'it may name people, and purge --all removes it'}.`,
    );
  if (all)
    terminal.stdout(
      'Labels of sessions and purses, names of teams, and mapping requests without a result were kept, except those that contain a name from --profile or --name.',
    );
};

type Purged = Awaited<ReturnType<typeof purgeKept>>;

/** Summarizes what the graph purged. */
export const purgedSentence = ({ records, removed }: Purged): string => {
  const counts = [`${records} records in memory`, ...removed.map(({ count, words }) => `${count} ${words}`)];
  return `${new Intl.ListFormat('en-GB').format(counts)} changed or removed.`;
};
