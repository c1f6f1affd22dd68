import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { configured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

export const addDoctorCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('doctor')
    .description(
      'check the data directory, the store, the graph’s database and Redis, and print what to do about each problem',
    )
    .option('--graph <url>', 'address of the graph; default: the one configured here')
    .action(async ({ graph }: { readonly graph?: string }) => {
      const config = await configured(terminal);
      const { examine } = await import('../app/doctor/doctor.ts');
      let problems = 0;
      for await (const { state, sentence } of examine(config, graph)) {
        terminal.stdout(`${state.padEnd(8)} ${sentence}`);
        if (state === 'problem') problems += 1;
      }
      if (problems > 0) throw new CommandFailure(`${problems} ${problems === 1 ? 'problem' : 'problems'} found.`);
    });
};
