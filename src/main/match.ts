import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { type ColumnKind, columnKinds, columnsOf } from '../app/match/columns.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

type Told = Partial<Readonly<Record<ColumnKind, string>>>;

interface MatchOptions {
  readonly output?: string;
  readonly column?: Told;
  readonly companies?: true;
  readonly records?: true;
  readonly key?: string;
  readonly graph?: string;
  readonly insecure?: true;
}

/** Names the standard input and output, as the ecosystem's commands do. */
const standard = '-';

export const addMatchCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('match')
    .description(
      'match the rows of a CSV with a team’s network, and print what the records of people outside it would cost; free, needs a running graph',
    )
    .argument('[file]', 'CSV of people, with headings; default: standard input')
    .option('-o, --output <file>', 'matched file to write; default: next to the file, or standard output')
    .option(
      '--column <kind=heading>',
      'what a column holds: email, slug, url, id, name, first, last or website',
      column,
    )
    .option('--companies', 'the rows are companies')
    .option('--records', 'search all records for rows outside the network, with one free call for each row')
    .option('--key <key>', `the API key; prefer ${variables.apiKey.name}, which no process list shows`)
    .option('--graph <url>', 'address of the graph; default: the one configured here')
    .option('--insecure', 'send the API key over plain HTTP to an unverified address')
    .action((file: string | undefined, options: MatchOptions) => match(terminal, file ?? standard, options));
};

const match = async (terminal: Terminal, file: string, options: MatchOptions): Promise<void> => {
  const config = await configured(terminal);
  const apiKey = options.key ?? config.apiKey;
  if (apiKey === undefined)
    throw new CommandFailure(`a match needs the API key of a team: set ${variables.apiKey.name}, or --key.`);
  const { readTable, writeTable } = await import('../app/match/table.ts');
  const { matchTable } = await import('../app/match/match-table.ts');
  const text = file === standard ? await terminal.stdin() : await textOf(resolve(terminal.directory, file), file);
  const table = readTable(text);
  const columns = columnsOf(table, options.column ?? {});
  const matched = await matchTable(
    { config, graphUrl: options.graph, insecure: options.insecure ?? false, apiKey },
    table,
    columns,
    { of: options.companies ? 'companies' : 'people', checkRecords: options.records ?? false },
  );
  const output = options.output ?? (file === standard ? standard : matchedName(file));
  // Where the file goes to the standard output, the report goes beside it.
  const say = output === standard ? terminal.stderr : terminal.stdout;
  say(
    `${table.rows.length} rows; ${Object.entries(columns)
      .map(([kind, at]) => `${kind} from “${table.columns[at]}”`)
      .join(', ')}`,
  );
  for (const [state, count] of matched.counts) say(`${String(count).padStart(9)}  ${state}`);
  say(`${String(matched.price).padStart(9)}  credits for their records, at most`);
  const content = writeTable(matched.table);
  if (output === standard) {
    // The terminal ends the last line; cells at its end may be empty.
    terminal.stdout(content.replace(/\r?\n$/, ''));
    return;
  }
  await writeFile(resolve(terminal.directory, output), content).catch(() => {
    throw new CommandFailure(`${output} cannot be written.`);
  });
  say(`Written to ${output}.`);
};

const textOf = (path: string, file: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new CommandFailure(`${file} cannot be read.`);
  });

const matchedName = (file: string): string => {
  const end = extname(file);
  return `${file.slice(0, file.length - end.length)}.matched${end || '.csv'}`;
};

const column = (text: string, told: Told = {}): Told => {
  const [, kind = '', heading] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (heading === undefined || !columnKinds.some((one) => one === kind))
    throw new InvalidArgumentError(`It must be KIND=HEADING, such as email=Mail; kinds are ${columnKinds.join(', ')}.`);
  return { ...told, [kind]: heading };
};
