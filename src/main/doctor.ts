import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { demandOutput } from '../app/named-file.ts';
import { profileOf, wordsOf } from '../app/upstream-profile.ts';
import { addressOf, mayUseProxy } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import { graphOption, jsonOf } from './given.ts';
import { counted, type Terminal } from './terminal.ts';

interface DoctorOptions {
  readonly graph?: string;
  readonly upstream?: true;
  readonly names?: Words;
  readonly key?: string;
  readonly childTeam?: string;
  readonly fields?: true;
  readonly where?: string;
  readonly json?: string;
  readonly spend?: number;
}

type Words = ReturnType<typeof variables.upstream.names.parse>;

export const addDoctorCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('doctor')
    .description(
      'check the data directory, the store, the graph’s database and Redis (with --upstream, a data service instead), and print what to do about each problem',
    )
    .option(...graphOption)
    .option(
      '--upstream',
      'with free calls, examine how the configured data service behaves where its interface leaves a choice',
    )
    .option(
      '--names <words>',
      `with --upstream, the data service’s names for xnet and fundingdb; default: ${variables.upstream.names.name}`,
      words,
    )
    .option('--key <key>', `with --upstream, the API key; prefer ${variables.apiKey.name}, which no process list shows`)
    .option(
      '--child-team <id>',
      'with --upstream, one of the key’s child teams, whose search is compared with its network',
    )
    .option('--fields', 'with --upstream, count how many records have each field: one free call a field')
    .option(
      '--where <file>',
      'with --fields, count only people who match the query in this JSON file (the data service’s DSL)',
    )
    .option('--json <file>', `with --upstream, write what was found to a file for ${variables.upstream.profile.name}`)
    .option(
      '--spend <credits>',
      'with --upstream, buy and examine one record; the limit must be 2 or more, and at most 2 credits are spent',
      twoCredits,
    )
    .action((options: DoctorOptions) =>
      options.upstream ? examineUpstream(terminal, options) : examine(terminal, options),
    );
};

const examine = async (terminal: Terminal, { graph }: DoctorOptions): Promise<void> => {
  const config = await configured(terminal);
  const { examine } = await import('../app/doctor/doctor.ts');
  let problems = 0;
  for await (const { state, sentence } of examine(config, graph)) {
    terminal.stdout(`${state.padEnd(8)} ${sentence}`);
    if (state === 'problem') problems += 1;
  }
  failOn(problems);
};

const examineUpstream = async (terminal: Terminal, options: DoctorOptions): Promise<void> => {
  const config = await configured(terminal);
  const { service, upstream, apiKey } = config;
  const key = options.key ?? apiKey;
  if (key === undefined)
    throw new CommandFailure(`examining a data service needs an API key: set ${variables.apiKey.name}, or --key.`);
  if (options.where !== undefined && !options.fields) throw new CommandFailure('--where: needs --fields.');
  const json = options.json === undefined ? undefined : resolve(terminal.directory, options.json);
  if (json !== undefined) await demandOutput(json, options.json);
  const { examineUpstream } = await import('../app/doctor/upstream/examine-upstream.ts');
  const { printTable } = await import('../app/doctor/upstream/row.ts');
  const { openLog } = await import('../app/log.ts');
  // Not read if it is about to be written.
  const known = json === undefined ? await profileOf(config, openLog(config.telemetry.logLevel, 'kith')) : undefined;
  const where = options.where === undefined ? undefined : await jsonOf(terminal, '--where', options.where);
  const { rows, profile } = await examineUpstream({
    url: service.kind === 'remote' ? service.url : addressOf(service),
    apiKey: key,
    names: options.names ?? wordsOf(config, known),
    writesProfile: json !== undefined,
    timeoutMs: upstream.timeoutMs,
    headers: upstream.headers,
    mayUseProxy: mayUseProxy(config),
    childTeam: options.childTeam,
    fields: options.fields ? { profiles: where } : undefined,
    mayBuy: options.spend !== undefined,
  });
  for (const line of printTable(rows)) terminal.stdout(line);
  if (json !== undefined) {
    await writeFile(json, `${JSON.stringify(profile, undefined, 2)}\n`);
    terminal.stderr(`Written to ${options.json}: name it in ${variables.upstream.profile.name}.`);
  }
  failOn(rows.filter(({ state }) => state === 'problem').length);
};

const failOn = (problems: number): void => {
  if (problems > 0) throw new CommandFailure(`${counted(problems, 'problem')} found.`);
};

const words = (text: string): Words => {
  const { parse, expected, got } = variables.upstream.names;
  const read = parse(text, '.');
  if (read === undefined) throw new InvalidArgumentError(`It must ${expected}, but got ${got?.(text)}.`);
  return read;
};

const twoCredits = (text: string): number => {
  if (!/^\d{1,9}$/.test(text) || Number(text) < 2)
    throw new InvalidArgumentError('It must be 2 credits or more: one record, asked for twice.');
  return Number(text);
};
