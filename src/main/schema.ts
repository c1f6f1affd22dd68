import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { counted, type Terminal } from './terminal.ts';

interface SchemaOptions {
  readonly write?: true;
  readonly check?: true;
  readonly against?: string;
  readonly allow?: string;
}

const loadSchemas = async () => (await import('../app/printed-schemas.ts')).printedSchemas;

export const addSchemaCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('schema')
    .description(
      "print the graph's schema for clients, its schema for gateways, or the data service's OpenAPI document",
    )
    .addArgument(new Argument('[which]', 'which to print').choices(['graph', 'subgraph', 'openapi']).default('graph'))
    .option('--write', 'write all three into schema/, and printed tables into docs/')
    .option('--check', 'fail if schema/ or docs/ is out of date')
    .option('--against <file>', "compare the graph's schema with an earlier one; fail if clients would break")
    .option(
      '--allow <file>',
      'a list of intended breaking changes, each as "- `Query.weather was removed.`" with its reason',
    )
    .action(async (which: 'graph' | 'subgraph' | 'openapi', { write, check, against, allow }: SchemaOptions) => {
      if (write) await writeAll();
      else if (against !== undefined) await compare(against, allow, terminal);
      else if (check) await checkAll();
      else terminal.stdout((await (await loadSchemas())[which].print()).trimEnd());
    });
};

const compare = async (against: string, allow: string | undefined, terminal: Terminal): Promise<void> => {
  const earlier = await textOf(terminal, against, 'an earlier schema, as "kith schema" prints it');
  const meant = namedIn(allow === undefined ? '' : await textOf(terminal, allow, 'a list of changes'));
  const { changesSince } = await import('../app/schema-changes.ts');
  const { breaking, dangerous } = await changesSince(earlier);
  const unsaid = breaking.filter((change) => !meant.has(change));
  for (const change of breaking) terminal.stdout(`breaking${meant.has(change) ? ', as intended' : ''}: ${change}`);
  for (const change of dangerous) terminal.stdout(`dangerous: ${change}`);
  if (unsaid.length > 0)
    throw new CommandFailure(
      `The schema breaks its clients in ${counted(unsaid.length, 'way')}; list each intended change in the file that --allow names, with its reason: "- \`${unsaid[0]}\`".`,
    );
  if (breaking.length === 0 && dangerous.length === 0) terminal.stdout('The schema breaks no client.');
};

/** The breaking changes that a list allows: the code at the start of each item. */
const namedIn = (list: string): ReadonlySet<string | undefined> =>
  new Set([...list.matchAll(/^- `([^`]+)`/gm)].map(([, change]) => change));

const textOf = ({ directory }: Terminal, file: string, held: string): Promise<string> =>
  readFile(resolve(directory, file), 'utf8').catch(() => {
    throw new CommandFailure(`${file} cannot be read: it must hold ${held}.`);
  });

const committed = (file: string): URL => new URL(`../../${file}`, import.meta.url);

interface Printed {
  readonly file: string;
  readonly text: string;
}

const printAll = async (): Promise<readonly Printed[]> => {
  const { printedPages, printPage } = await import('../app/printed-pages.ts');
  const schemas = await Promise.all(
    Object.values(await loadSchemas()).map(async ({ file, print }) => ({
      file: `schema/${file}`,
      text: await print(),
    })),
  );
  const pages = await Promise.all(
    printedPages.map(async (file) => ({ file, text: printPage(await readFile(committed(file), 'utf8')) })),
  );
  return [...schemas, ...pages];
};

const writeAll = async (): Promise<void> => {
  for (const { file, text } of await printAll()) await writeFile(committed(file), text);
};

const checkAll = async (): Promise<void> => {
  for (const { file, text } of await printAll())
    if (text !== (await readFile(committed(file), 'utf8').catch(() => undefined)))
      throw new CommandFailure(`${file} is out of date: run "npm run schema" and commit it.`);
};
