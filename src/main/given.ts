import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import type { KeyedGraph } from '../app/graph-channel.ts';
import { unreadable } from '../app/named-file.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

export const graphOption = ['--graph <url>', 'address of the graph; default: the one configured here'] as const;

export const insecureOption = ['--insecure', 'send the API key over plain HTTP to an unverified address'] as const;

export const keyOption = [
  '--key <key>',
  `the API key; prefer ${variables.apiKey.name}, which no process list shows`,
] as const;

export const quietOption = ['-q, --quiet', 'print only the id, for scripts'] as const;

/** The running graph that a command asks. */
export interface GraphOptions {
  readonly graph?: string;
  readonly insecure?: boolean;
  readonly key?: string;
}

/**
 * The graph that a command asks, with the API key of the option or of the configuration.
 *
 * @param missing what to say if there is no key
 */
export const keyedGraph = async (
  terminal: Terminal,
  { graph, insecure = false, key }: GraphOptions,
  missing: string,
): Promise<KeyedGraph> => {
  const config = await configured(terminal);
  const apiKey = key ?? config.apiKey;
  if (apiKey === undefined) throw new CommandFailure(missing);
  return { config, graphUrl: graph, insecure, apiKey };
};

/** Parses a number of an option. */
export const whole = (text: string): number => {
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
};

/** Reads a file that a user has named. */
export const bytesOf = ({ directory }: Terminal, file: string): Promise<Buffer> =>
  readFile(resolve(directory, file)).catch(unreadable(file));

/** Reads the file of an option that holds JSON. */
export const jsonOf = async (terminal: Terminal, option: string, file: string): Promise<unknown> => {
  const text = (await bytesOf(terminal, file)).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${option}: the file must hold JSON, but holds something else.`);
  }
};
