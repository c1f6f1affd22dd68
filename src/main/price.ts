import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { unreadable } from '../app/named-file.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

interface PriceOptions {
  readonly variables?: string;
  readonly operation?: string;
  readonly key?: string;
  readonly graph?: string;
  readonly insecure?: true;
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
    .option('--key <key>', `the API key; prefer ${variables.apiKey.name}, which no process list shows`)
    .option('--graph <url>', 'address of the graph; default: the one configured here')
    .option('--insecure', 'send the API key over plain HTTP to an unverified address')
    .option('--max <credits>', 'exit with an error if it may cost more, for CI', credits)
    .action((file: string, options: PriceOptions) => price(terminal, file, options));
};

const price = async (terminal: Terminal, file: string, options: PriceOptions): Promise<void> => {
  const config = await configured(terminal);
  const key = options.key ?? config.apiKey;
  if (key === undefined)
    throw new CommandFailure(`a price depends on who asks: set ${variables.apiKey.name}, or --key.`);
  const { askPrice } = await import('../app/price.ts');
  const quoted = await askPrice(config, { graphUrl: options.graph, insecure: options.insecure ?? false }, key, {
    query: await textOf(terminal, file),
    ...(options.variables !== undefined && { variables: json(await textOf(terminal, options.variables)) }),
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

const textOf = ({ directory }: Terminal, file: string): Promise<string> =>
  readFile(resolve(directory, file), 'utf8').catch(unreadable(file));

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure('--variables: the file must hold JSON, but holds something else.');
  }
};

const credits = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};
