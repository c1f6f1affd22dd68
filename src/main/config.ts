import type { Command } from 'commander';
import { allSettings, textIn } from '../config/read-settings.ts';
import { conversionOf } from '../config/retired.ts';
import { mergedEnvironment, readConfigured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

export const addConfigCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('config')
    .description('print the settings in effect, without secrets')
    .option('--convert', 'print only the lines that replace settings of earlier versions')
    .action(async ({ convert }: { readonly convert?: true }) => {
      const lines = convert ? await convertedLines(terminal) : await linesInForce(terminal);
      if (lines.length > 0) terminal.stdout(lines.join('\n'));
    });
};

const linesInForce = async (terminal: Terminal): Promise<readonly string[]> => {
  const { env } = await readConfigured(terminal);
  return allSettings().flatMap((setting) => {
    const value = textIn(env, setting.name) ?? setting.default;
    return value === undefined ? [] : [`${setting.name}=${setting.secret ? '…' : value}`];
  });
};

/** Lines of the environment, then those of the file, each once. */
const convertedLines = async (terminal: Terminal): Promise<readonly string[]> => {
  const { env, sources } = await mergedEnvironment(terminal);
  const ofEnvironment = new Set<string>();
  const ofFile = new Set<string>();
  for (const { name, lines } of conversionOf(env)) {
    const source = sources.get(name);
    for (const line of lines)
      if (source === undefined) ofEnvironment.add(line);
      else ofFile.add(`# ${source}`).add(line.replace(/=(.*)$/, (_, value: string) => `: ${JSON.stringify(value)}`));
  }
  return [...ofEnvironment, ...ofFile];
};
