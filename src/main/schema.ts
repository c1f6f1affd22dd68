import { readFile, writeFile } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import type { Terminal } from './terminal.ts';

interface SchemaOptions {
  readonly write?: true;
  readonly check?: true;
}

const loadSchemas = async () => (await import('../app/printed-schemas.ts')).printedSchemas;

export const addSchemaCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('schema')
    .description("print the graph's schema or the data service's OpenAPI document")
    .addArgument(new Argument('[which]', 'which of the two').choices(['graph', 'openapi']).default('graph'))
    .option('--write', 'write both into schema/ instead')
    .option('--check', 'only tell whether schema/ holds what would be printed')
    .action(async (which: 'graph' | 'openapi', { write, check }: SchemaOptions) => {
      if (write) await writeAll();
      else if (check) await checkAll();
      else terminal.say((await loadSchemas())[which].print().trimEnd());
    });
};

const committed = (file: string): URL => new URL(`../../schema/${file}`, import.meta.url);

const writeAll = async (): Promise<void> => {
  for (const { file, print } of Object.values(await loadSchemas())) await writeFile(committed(file), print());
};

const checkAll = async (): Promise<void> => {
  for (const { file, print } of Object.values(await loadSchemas())) {
    const text = await readFile(committed(file), 'utf8').catch(() => undefined);
    if (text === print()) continue;
    throw new CommandFailure(`schema/${file} is not what the code makes of it: run "npm run schema" and commit it.`);
  }
};
