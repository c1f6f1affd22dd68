import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { variables } from '../config/settings.ts';
import {
  bytesOf,
  type GraphOptions,
  graphOption,
  insecureOption,
  jsonOf,
  keyedGraph,
  keyOption,
  whole,
} from './given.ts';
import type { Terminal } from './terminal.ts';

interface PriceOptions extends GraphOptions {
  readonly variables?: string;
  readonly operation?: string;
  readonly max?: number;
}

export const addPriceCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('price')
    .alias('quote')
    .description('print the price of a GraphQL operation without executing it; needs a running graph')
    .argument('<file>', 'file of the operation, such as schema/operations/profiles.graphql')
    .option('--variables <file>', 'JSON file of its variables')
    .option('--operation <name>', 'name of the operation, if the file has several')
    .option(...keyOption)
    .option(...graphOption)
    .option(...insecureOption)
    .option('--max <credits>', 'exit with an error if it may cost more, for CI', whole)
    .action((file: string, options: PriceOptions) => price(terminal, file, options));
};

const price = async (terminal: Terminal, file: string, options: PriceOptions): Promise<void> => {
  const missing = `a price depends on who asks: set ${variables.apiKey.name}, or --key.`;
  const graph = await keyedGraph(terminal, options, missing);
  const { askPrice } = await import('../app/price.ts');
  const quoted = await askPrice(graph, {
    query: (await bytesOf(terminal, file)).toString(),
    ...(options.variables !== undefined && { variables: await jsonOf(terminal, '--variables', options.variables) }),
    operationName: options.operation,
  });
  for (const field of quoted.fields) terminal.stdout(`${interval(field)}  ${field.path}`);
  terminal.stdout(`${interval(quoted)}  credits in all${quoted.open ? ', if lists of unknown length are short' : ''}`);
  if (options.max !== undefined && quoted.max > options.max)
    throw new CommandFailure(`it may cost ${quoted.max} credits, more than the ${options.max} of --max.`);
  if (options.max !== undefined && quoted.open)
    throw new CommandFailure(
      `it may cost more than the ${options.max} of --max, since it pays for items of lists whose length nobody knows before. Send it with a budget (x-credit-budget), which it cannot exceed, or select no records there.`,
    );
};

const interval = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  (min === max ? String(max) : `${min}–${max}`).padStart(9);
