import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import type { Terminal } from './terminal.ts';

interface SchemaOptions {
  readonly write?: true;
  readonly check?: true;
  readonly against?: string;
}

const loadSchemas = async () => (await import('../app/printed-schemas.ts')).printedSchemas;

export const addSchemaCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('schema')
    .description("print the graph's schema or the data service's OpenAPI document")
    .addArgument(new Argument('[which]', 'which of the two').choices(['graph', 'openapi']).default('graph'))
    .option('--write', 'write both into schema/ instead')
    .option('--check', 'only tell whether schema/ holds what would be printed')
    .option(
      '--against <file>',
      "tell how the graph's schema differs from an earlier one; fail where that breaks clients",
    )
    .action(async (which: 'graph' | 'openapi', { write, check, against }: SchemaOptions) => {
      if (write) await writeAll();
      else if (against !== undefined) await compare(resolve(terminal.directory, against), terminal);
      else if (check) await checkAll();
      else terminal.say((await loadSchemas())[which].print().trimEnd());
    });
};

const compare = async (file: string, terminal: Terminal): Promise<void> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailure(`${file} cannot be read: it must hold an earlier schema, as "kith schema" prints it.`);
  });
  const { changesSince } = await import('../app/schema-changes.ts');
  const { breaking, dangerous } = changesSince(text);
  for (const change of breaking) terminal.say(`breaking: ${change}`);
  for (const change of dangerous) terminal.say(`to be known: ${change}`);
  if (breaking.length > 0)
    throw new CommandFailure(
      `The schema breaks its clients in ${breaking.length} ${breaking.length === 1 ? 'way' : 'ways'}.`,
    );
  if (dangerous.length === 0) terminal.say('The schema breaks no client.');
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
