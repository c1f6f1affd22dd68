import type { Command } from 'commander';
import type { ShownPurse } from '../app/purse.ts';
import { variables } from '../config/settings.ts';
import { type GraphOptions, graphOption, keyedGraph, keyOption, quietOption, whole } from './given.ts';
import { counted, quoted, type Terminal } from './terminal.ts';

interface CreateOptions extends GraphOptions {
  readonly total: number;
  readonly label: string;
  readonly period?: string;
  readonly team?: string;
  readonly quiet?: true;
}

export const addPurseCommands = (kith: Command, terminal: Terminal): void => {
  const purse = kith
    .command('purse')
    .description(
      'manage purses, which limit the credits that a key or its child teams spend over time; needs a running graph',
    );
  const where = (command: Command): Command => command.option(...keyOption).option(...graphOption);
  where(purse.command('create'))
    .description('create a purse for the key, or for one of its child teams')
    .requiredOption('--total <credits>', 'credits that may be spent in each period', whole)
    .requiredOption('--label <text>', 'name of the purse in refusals and lists')
    .option(
      '--period <period>',
      'how often the purse is refilled to its total: none, day, month, or allowance-1 to allowance-31 (monthly, on this day)',
    )
    .option('--team <id>', 'limit only what the key pays for this child team')
    .option(...quietOption)
    .action(async ({ total, label, period, team, quiet, ...place }: CreateOptions) => {
      const { createPurse } = await import('../app/purse.ts');
      const made = await createPurse(await graphAt(terminal, place), { total, label, period, childTeamId: team });
      terminal.stdout(quiet ? made.id : line(made));
    });
  where(purse.command('list'))
    .description('list the purses of the key, of its child teams and of its sessions')
    .option(...quietOption)
    .action(async ({ quiet, ...place }: GraphOptions & { readonly quiet?: true }) => {
      const { listPurses } = await import('../app/purse.ts');
      const purses = await listPurses(await graphAt(terminal, place));
      if (purses.length === 0) terminal.stderr('This key has no purses.');
      for (const one of purses) terminal.stdout(quiet ? one.id : line(one));
    });
  where(purse.command('close'))
    .description('close a purse: it no longer limits spending, and the sessions under it end')
    .argument('<id>', 'the purse, as listed')
    .action(async (id: string, place: GraphOptions) => {
      const { closePurse } = await import('../app/purse.ts');
      const ended = await closePurse(await graphAt(terminal, place), id);
      terminal.stdout(`Closed; ${counted(ended, 'session')} ended.`);
    });
};

const graphAt = (terminal: Terminal, place: GraphOptions) =>
  keyedGraph(terminal, place, `purses need an API key: set ${variables.apiKey.name}, or --key.`);

/** Such as `0a1b…  team de30…  month  120 of 500 left, 375 spent, 5 uncertain  “agents”`. */
const line = ({ id, scope, childTeamId, period, total, left, spent, held, uncertain, label, closedAt }: ShownPurse) => {
  const parts = [`${left} of ${total} left`, `${spent} spent`];
  if (held > 0) parts.push(`${held} in flight`);
  if (uncertain > 0) parts.push(`${uncertain} uncertain`);
  if (closedAt !== undefined) parts.push('closed');
  const whose = childTeamId === undefined ? scope : `${scope} ${childTeamId}`;
  return [id, whose, ...(period === 'none' ? [] : [period]), parts.join(', '), quoted(label)].join('  ');
};
