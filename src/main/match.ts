import { open, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { demandOutput } from '../app/named-file.ts';
import { codeOf } from '../app/system-error.ts';
import { variables } from '../config/settings.ts';
import { type Kind, kinds } from '../reading/headings.ts';
import { bytesOf, type GraphOptions, graphOption, insecureOption, keyedGraph, keyOption } from './given.ts';
import { counted, type Terminal } from './terminal.ts';

type Told = Partial<Readonly<Record<Kind, string>>>;

interface MatchOptions extends GraphOptions {
  readonly output?: string;
  readonly columns?: Told;
  readonly companies?: true;
  readonly records?: true;
}

/** The conventional name of standard input and output. */
const standard = '-';

export const addMatchCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('match')
    .description(
      'match a table or list of people with a team’s network, and print what the records of people outside it would cost; free, needs a running graph',
    )
    .argument('[file]', 'export, table or list; default: standard input')
    .option('-o, --output <file>', 'matched file to write; default: a new one next to the file, or standard output')
    .option('--columns <kind=heading,…>', `what columns hold, if they do not tell: ${kinds.join(', ')}`, columns)
    .option('--companies', 'the rows are companies')
    .option('--records', 'search all records for rows outside the network, with one free call for each row')
    .option(...keyOption)
    .option(...graphOption)
    .option(...insecureOption)
    .action((file: string | undefined, options: MatchOptions) => match(terminal, file ?? standard, options));
};

const match = async (terminal: Terminal, file: string, options: MatchOptions): Promise<void> => {
  const missing = `a match needs the API key of a team: set ${variables.apiKey.name}, or --key.`;
  const graph = await keyedGraph(terminal, options, missing);
  const [{ decodeBytes }, { read }, { matchRows }, { matchedText }] = await Promise.all([
    import('../reading/decode.ts'),
    import('../reading/read.ts'),
    import('../app/match/match-table.ts'),
    import('../app/match/write-matched.ts'),
  ]);
  const path = file === standard ? undefined : resolve(terminal.directory, file);
  // What is no regular file, such as a pipe, has no place next to it.
  const isPlain = path !== undefined && (await stat(path).catch(() => undefined))?.isFile() !== false;
  const output = options.output ?? (isPlain ? undefined : standard);
  if (path !== undefined && output !== undefined) await checkOutput(path, resolve(terminal.directory, output), output);
  if (output !== undefined && output !== standard) await demandOutput(resolve(terminal.directory, output), output);
  const { text, encoding, isMarked } = decodeBytes(
    await (path === undefined ? buffer(terminal.streams.input) : bytesOf(terminal, file)),
  );
  const of = options.companies ? 'companies' : 'people';
  const reading = read(text, { of, columns: options.columns });
  const headings = reading.table?.columns.map(({ heading }) => heading) ?? [];
  for (const [kind, heading] of Object.entries(options.columns ?? {}))
    if (!headings.some((one) => one.toLowerCase() === heading.toLowerCase()))
      throw new CommandFailure(
        `--columns ${kind}: must be a heading of the file (${headings.join(', ')}), but got “${heading}”.`,
      );
  if (reading.rows.length === 0)
    throw new CommandFailure(
      headings.length > 0
        ? `no column names anybody: the headings are ${headings.join(', ')}. Name one by --columns, such as --columns email=${headings[0]}.`
        : 'the file must hold rows of people or companies, but got none.',
    );
  const matched = await matchRows(graph, reading.rows, { of, checkRecords: options.records ?? false });
  // The report goes to standard error if standard output has the file.
  const say = output === standard ? terminal.stderr : terminal.stdout;
  const used = reading.table?.columns.flatMap(({ heading, kind }, at) =>
    kind === undefined ? [] : [`${kind} from ${heading === '' ? `column ${at + 1}` : `“${heading}”`}`],
  );
  say(`${counted(reading.rows.length, 'row')}; ${used?.join(', ') ?? 'a list without columns'}`);
  for (const [state, count] of matched.counts) say(`${String(count).padStart(9)}  ${state}`);
  say(`${String(matched.price).padStart(9)}  credits for their records, at most`);
  for (const { line, reason } of reading.unread.slice(0, maxTold)) say(`Line ${line}: ${reason}`);
  if (reading.unread.length > maxTold) say(`… and ${reading.unread.length - maxTold} more lines.`);
  if (encoding !== 'utf-8') say(`The file is in ${encoding.toUpperCase()}; the matched one is in UTF-8.`);
  // Without a byte order mark, spreadsheets assume another encoding.
  const content = `${isMarked || encoding !== 'utf-8' ? '\ufeff' : ''}${matchedText(reading, matched.rows)}`;
  if (output === standard) {
    // `stdout` adds the last line break. Only one is removed, since the last cells may be empty.
    terminal.stdout(content.replace(/\r?\n$/, ''));
    return;
  }
  const written = await write(terminal.directory, output, file, content);
  say(`Written to ${written}.`);
};

/** Maximum number of unread lines that are listed individually. */
const maxTold = 10;

/** Refuses to overwrite the input, which could not be restored. */
const checkOutput = async (input: string, output: string, name: string): Promise<void> => {
  const [one, other] = await Promise.all([input, output].map((path) => stat(path).catch(() => undefined)));
  if (input === output || (one && other && one.dev === other.dev && one.ino === other.ino))
    throw new CommandFailure(`--output: must be another file than the one that is matched, but got ${name}.`);
};

/** Writes a file that is private to its owner; without a name, chooses one that does not exist. */
const write = async (directory: string, output: string | undefined, file: string, content: string): Promise<string> => {
  for (let number = 1; ; number += 1) {
    const name = output ?? matchedName(file, number);
    try {
      await using handle = await open(resolve(directory, name), output === undefined ? 'wx' : 'w', 0o600);
      // Not of a device, such as /dev/null.
      if ((await handle.stat()).isFile()) await handle.chmod(0o600);
      await handle.writeFile(content);
      return name;
    } catch (error) {
      if (output === undefined && codeOf(error) === 'EEXIST' && number < 1000) continue;
      throw new CommandFailure(`${name} cannot be written.`);
    }
  }
};

const matchedName = (file: string, number: number): string => {
  const end = extname(file);
  return `${file.slice(0, file.length - end.length)}.matched${number === 1 ? '' : `-${number}`}${end || '.csv'}`;
};

const columns = (text: string, told: Told = {}): Told => {
  const pairs = text.split(/,(?=\s*\w+=)/).map((pair) => /^\s*(\w+)=(.+)$/.exec(pair));
  let all = told;
  for (const pair of pairs) {
    const [, kind = '', heading] = pair ?? [];
    if (heading === undefined || !kinds.some((one) => one === kind))
      throw new InvalidArgumentError(`It must be KIND=HEADING, such as email=Mail; kinds are ${kinds.join(', ')}.`);
    all = { ...all, [kind]: heading.trim() };
  }
  return all;
};
