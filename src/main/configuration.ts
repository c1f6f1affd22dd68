import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandFailure } from '../app/command-failure.ts';
import { codeOf } from '../app/system-error.ts';
import { type Config, type EmbeddingConfig, embedsService, readConfig } from '../config/config.ts';
import { readConfigurationFile } from '../config/configuration-file.ts';
import { allSettings, type Environment, secretFileOf, textIn } from '../config/read-settings.ts';
import { configFile, variables } from '../config/settings.ts';
import { ineffectiveVariables } from '../config/unknown-variables.ts';
import type { Terminal } from './terminal.ts';

/** A valid configuration, and the environment merged with its files. */
export interface Configured {
  readonly config: Config;
  /** Contains the content of files rather than their names, so that child processes get the same settings. */
  readonly env: Environment;
}

/**
 * Reads the configuration: environment variables, then the configuration file, and secrets from the files named by
 * `…_FILE` variables.
 *
 * @throws {CommandFailure} with all problems at once
 */
export const readConfigured = async (
  { env: own, directory }: Pick<Terminal, 'env' | 'directory'>,
  env: Environment = own,
): Promise<Configured> => {
  const merging = await mergedEnvironment({ env, directory });
  const { config, problems = [] } = readConfig(merging.env, directory, merging.sources);
  const all = [...merging.problems, ...problems.filter((problem) => !merging.concernsUnread(problem))];
  if (config && all.length === 0) return { config, env: merging.env };
  throw new CommandFailure(['the configuration is not valid.', ...all].join('\n  '));
};

/** Warns of variables that are set but unknown, and so have no effect. */
export const warnOfVariables = (terminal: Pick<Terminal, 'env' | 'stderr'>): void => {
  for (const sentence of ineffectiveVariables(terminal.env)) terminal.stderr(`kith: ${sentence}`);
};

/** The environment merged with the configuration file and the secret files. */
const mergedEnvironment = async ({
  env,
  directory,
}: Pick<Terminal, 'env' | 'directory'>): Promise<MergedEnvironment> => {
  const merging = new MergedEnvironment(env, directory);
  await merging.addFile();
  await merging.addSecrets();
  return merging;
};

/** Reads the configuration; throws all its problems at once. */
export const configured = async (terminal: Terminal): Promise<Config> => (await readConfigured(terminal)).config;

/** As `configured`, for commands that need an embedded service's store. */
export const configuredToEmbed = async (terminal: Terminal): Promise<EmbeddingConfig> =>
  embedding(await configured(terminal));

/** @throws {CommandFailure} if the data service is remote */
export const embedding = (config: Config): EmbeddingConfig => {
  if (embedsService(config)) return config;
  throw new CommandFailure(
    `${variables.upstream.url.name} names a remote data service: unset it to use an embedded one.`,
  );
};

/** The environment merged with the configuration file and secret files; variables win. */
class MergedEnvironment {
  readonly env: Record<string, string | undefined>;
  /** The file that a variable's value came from. */
  readonly sources = new Map<string, string>();
  readonly problems: string[] = [];
  readonly #directory: string;
  /** Variables whose files could not be read. */
  readonly #unread: string[] = [];

  constructor(env: Environment, directory: string) {
    this.env = { ...env };
    this.#directory = directory;
  }

  async addFile(): Promise<void> {
    const { name } = configFile;
    const path = textIn(this.env, name);
    delete this.env[name];
    const text = path === undefined ? undefined : await this.#read(name, path);
    if (path === undefined || text === undefined) return;
    const { settings, problems } = await readConfigurationFile(text, path);
    this.problems.push(...problems);
    const own = { ...this.env };
    for (const [setting, value] of settings) {
      // A variable overrides the file, whichever form either uses for a secret.
      const [plain, inFile] = [setting.replace(/_FILE$/, ''), `${setting}_FILE`];
      if ([setting, plain, inFile].some((one) => textIn(own, one))) continue;
      this.env[setting] = value;
      this.sources.set(setting, path);
    }
  }

  async addSecrets(): Promise<void> {
    for (const variable of allSettings().filter(({ secret }) => secret)) {
      const name = secretFileOf(variable);
      const path = textIn(this.env, name);
      delete this.env[name];
      if (path === undefined) continue;
      if (textIn(this.env, variable.name) !== undefined) {
        this.problems.push(`${name}: cannot be set together with ${variable.name}; remove one of the two.`);
        continue;
      }
      const text = (await this.#read(name, path))?.trim();
      if (text === '') this.problems.push(`${name}: must name a file that holds a value, but "${path}" is empty.`);
      if (text) this.env[variable.name] = text;
      else this.#unread.push(variable.name);
      this.sources.set(variable.name, path);
    }
  }

  /** Whether a problem is about a variable whose file could not be read, which is already reported. */
  concernsUnread(problem: string): boolean {
    return this.#unread.some((name) => problem.includes(`${name}: `));
  }

  async #read(variable: string, path: string): Promise<string | undefined> {
    try {
      return await readFile(resolve(this.#directory, path), 'utf8');
    } catch (error) {
      const reason = codeOf(error) ?? error;
      this.problems.push(`${variable}: must name a file that can be read, but got "${path}" (${reason}).`);
      return undefined;
    }
  }
}
