import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { embedsService } from '../config/config.ts';
import { configured } from './configuration.ts';
import { progressOn } from './progress.ts';
import type { Terminal } from './terminal.ts';

interface BackupOptions {
  readonly secret: boolean;
  readonly records: boolean;
  readonly graph?: string;
}

export const addBackupCommands = (kith: Command, terminal: Terminal): void => {
  kith
    .command('backup')
    .description('back up the embedded store, the graph’s database and the secret to one file, while Kith runs')
    .argument('<file>')
    .option(
      '--no-secret',
      'leave the secret out; without it, the sessions, purses and mapping tasks in the backup cannot be used',
    )
    .option('--records', 'include kept records (KITH_KEEP_DAYS)', false)
    .option('--graph <url>', 'address of the graph; default: the one configured here')
    .action((file: string, options: BackupOptions) => backup(terminal, file, options));
  kith
    .command('restore')
    .description('restore a backup into a data directory that has no store')
    .argument('<file>')
    .option(
      '--purged <list>',
      'the list of people purged after the backup; default: purged.ndjson in the data directory',
    )
    .action(async (file: string, { purged }: { readonly purged?: string }) => {
      const { restore } = await import('../app/backup/restore.ts');
      const at = (path: string) => resolve(terminal.directory, path);
      terminal.stdout(
        JSON.stringify(
          await restore(await configured(terminal), at(file), purged === undefined ? undefined : at(purged)),
        ),
      );
    });
};

const backup = async (terminal: Terminal, file: string, options: BackupOptions): Promise<void> => {
  const [{ administer }, { graphPlace }] = await Promise.all([
    import('../app/admin/administer.ts'),
    import('../app/graph-channel.ts'),
  ]);
  const config = await configured(terminal);
  const { dataDir } = config;
  if (embedsService(config) && config.service.store.kind === 'pglite' && !existsSync(dataDir))
    throw new CommandFailure(`there is no data directory ${dataDir} to back up.`);
  const progress = await progressOn(terminal);
  const context = { stdout: terminal.stdout, onProgress: progress.show };
  const graph = { ...(await graphPlace(config, options.graph)), dataDir };
  const argument = {
    file: resolve(terminal.directory, file),
    withSecret: options.secret,
    withRecords: options.records,
    graph,
  };
  if (embedsService(config)) return await administer(config, context, 'backup', argument).finally(progress.end);
  const { backUp } = await import('../app/backup/backup.ts');
  terminal.stdout(JSON.stringify({ file: argument.file, ...(await backUp({}, argument)) }));
};
