import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { dataDirectoryFailure } from '../app/data-directory.ts';
import type { EnrichPrice, EnrichProgress } from '../app/enrich/enrich.ts';
import { demandReplaceable } from '../app/named-file.ts';
import { variables } from '../config/settings.ts';
import { type GraphOptions, graphOption, insecureOption, keyedGraph, keyOption, whole } from './given.ts';
import { counted, type Terminal } from './terminal.ts';

interface EnrichCommandOptions extends GraphOptions {
  readonly fields: readonly string[];
  readonly output?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly companies?: true;
  readonly likely?: true;
  readonly max?: number;
  readonly yes?: true;
  readonly slice: number;
  readonly onUncertain?: 'retry' | 'skip';
}

const standard = '-';

export const addEnrichCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('enrich')
    .description(
      'add fields of full records to a list of people or companies, at 1 credit a record; prints the price first, and continues where it was ended; needs a running graph',
    )
    .argument('<file>', 'CSV or lines of JSON, also compressed (.zst); - for standard input')
    .requiredOption('--fields <names>', 'fields of the record, such as headline,experience', list)
    .option('-o, --output <file>', 'file to write; default: next to the file')
    .option('--columns <kind=heading,…>', 'what columns hold, such as email=Mail,name=Who', columns)
    .option('--companies', 'the rows are companies')
    .option('--likely', 'also load records of rows whose match is only likely')
    .option('--max <credits>', 'spend at most this, and do not ask', whole)
    .option('--yes', 'spend what it costs, and do not ask')
    .option('--slice <rows>', 'rows that are loaded and written at once', some, 1000)
    .option(
      '--on-uncertain <choice>',
      'rows that may have been charged, though their answer was lost: retry or skip',
      choice,
    )
    .option(...keyOption)
    .option(...graphOption)
    .option(...insecureOption)
    .action((file: string, options: EnrichCommandOptions) => run(terminal, file, options));
};

async function run(terminal: Terminal, file: string, options: EnrichCommandOptions): Promise<void> {
  const missing = `an enrichment needs the API key of a team: set ${variables.apiKey.name}, or --key.`;
  const graph = await keyedGraph(terminal, options, missing);
  const output = outputOf(terminal, file, options.output);
  if (file !== standard && resolve(terminal.directory, file) === output)
    throw new CommandFailure('--output: must be another file than the input, which stays as it is.');
  const [{ enrich }, { openInput }, { selectionOf }] = await Promise.all([
    import('../app/enrich/enrich.ts'),
    import('../app/enrich/input.ts'),
    import('../app/enrich/selection.ts'),
  ]);
  const of = options.companies ? 'companies' : 'people';
  const selected = await selectionOf(of, options.fields);
  const source =
    file === standard
      ? { pipe: terminal.streams.input, spool: await spoolIn(graph.config.dataDir) }
      : { path: resolve(terminal.directory, file), name: file };
  await using input = await openInput(source, { of, columns: options.columns });
  await demandReplaceable(output, options.output);
  terminal.stderr(readAs(input));
  const { rows, charged, maybeCharged, counts } = await enrich({ ...graph, of }, input, {
    output,
    columns: selected,
    likely: options.likely ?? false,
    max: options.max,
    slice: options.slice,
    onUncertain: options.onUncertain,
    confirm: (price) => confirm(terminal, price, options),
    report: reporter(terminal),
    signal: terminal.stop,
  });
  const lost = maybeCharged > 0 ? `, and up to ${maybeCharged} more for answers that were lost` : '';
  terminal.stdout(`${counted(rows, 'row')}, ${counted(charged, 'credit')} charged${lost}. Written to ${output}.`);
  for (const [state, count] of counts) terminal.stdout(`${String(count).padStart(9)}  ${state}`);
}

/** Where the list of a pipe is stored while it is read. */
async function spoolIn(dataDir: string): Promise<string> {
  const { incomingFile } = await import('../app/incoming-file.ts');
  return incomingFile(dataDir).catch((error: unknown) => {
    throw dataDirectoryFailure(error, dataDir);
  });
}

function readAs({
  encoding,
  columns: read,
}: {
  encoding: string;
  columns: readonly { heading: string; kind: string | undefined }[];
}) {
  const used = read.flatMap(({ heading, kind }) =>
    kind === undefined ? [] : [`${kind} from “${heading || 'a column without a heading'}”`],
  );
  return `Read as ${encoding}${used.length > 0 ? `: ${used.join(', ')}` : ''}.`;
}

async function confirm(
  terminal: Terminal,
  { counts, records, max, kept }: EnrichPrice,
  options: EnrichCommandOptions,
): Promise<boolean> {
  for (const [state, count] of counts) terminal.stderr(`${String(count).padStart(9)}  ${state}`);
  terminal.stderr(
    `${counted(records, 'record')} to load, for at most ${counted(max, 'credit')}${kept > 0 ? `; ${kept} are kept and cost nothing` : ''}.`,
  );
  if (records === 0 || options.yes || options.max !== undefined) return true;
  const answer = await terminal.ask('Load them? [y/N] ');
  if (answer === undefined)
    throw new CommandFailure(
      'nobody can be asked here whether to pay: set --max to the credits it may cost, or --yes.',
    );
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Interval of reports elsewhere than on a terminal, in milliseconds. */
const reportMs = 10_000;

function reporter(terminal: Terminal): (progress: EnrichProgress) => void {
  let [reportedAt, began, first]: [number, number | undefined, number] = [performance.now(), undefined, 0];
  return ({ step, rows, charged }) => {
    const now = performance.now();
    if (step === 'loading' && began === undefined) [began, first] = [now, rows];
    if (now - reportedAt < (terminal.interactive ? 1000 : reportMs)) return;
    reportedAt = now;
    const seconds = (now - (began ?? now)) / 1000;
    const rate = seconds > 0 ? `, ${Math.round((rows - first) / seconds)} rows/s` : '';
    terminal.stderr(step === 'matching' ? `${rows} rows matched` : `${rows} rows written, ${charged} credits${rate}`);
  };
}

function outputOf(terminal: Terminal, file: string, output: string | undefined): string {
  if (output !== undefined && output !== standard) return resolve(terminal.directory, output);
  if (output === standard || file === standard)
    throw new CommandFailure('--output: must name a file, since a run is continued from what it has written.');
  return resolve(
    terminal.directory,
    file.replace(/(\.[^./]+)?(\.zst)?$/, (end) => `.enriched${end || '.csv'}`),
  );
}

const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const columns = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list(text).map((pair) => {
      const [, kind, heading] = /^(\w+)=(.+)$/.exec(pair) ?? [];
      if (kind === undefined || heading === undefined)
        throw new InvalidArgumentError('It must be KIND=HEADING, such as email=Mail.');
      return [kind, heading];
    }),
  );

function some(text: string): number {
  const value = whole(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('It must be 1 or more.');
}

function choice(text: string): 'retry' | 'skip' {
  if (text === 'retry' || text === 'skip') return text;
  throw new InvalidArgumentError('It must be retry or skip.');
}
