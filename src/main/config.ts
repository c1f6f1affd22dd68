import type { Command } from 'commander';
import { allSettings, textIn } from '../config/read-settings.ts';
import { readConfigured, warnOfVariables } from './configuration.ts';
import type { Terminal } from './terminal.ts';

export const addConfigCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('config')
    .description('print the settings in effect, without secrets')
    .action(async () => {
      const { env } = await readConfigured(terminal);
      warnOfVariables(terminal);
      for (const setting of allSettings()) {
        const value = textIn(env, setting.name) ?? setting.default;
        if (value !== undefined) terminal.stdout(`${setting.name}=${setting.secret ? '…' : value}`);
      }
    });
};
