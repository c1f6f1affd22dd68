import { CommandFailure } from '../app/command-failure.ts';
import { type Config, type EmbeddingConfig, embedsService, readConfig } from '../config/config.ts';
import { variables } from '../config/env.ts';
import type { Environment } from '../config/judge.ts';
import type { Terminal } from './terminal.ts';

/** The configuration of this environment; throws all its mistakes at once. */
export const configured = (terminal: Terminal, env: Environment = terminal.env): Config => {
  const { config, problems } = readConfig(env, terminal.directory);
  if (config) return config;
  throw new CommandFailure(['the configuration does not hold.', ...problems].join('\n  '));
};

/** The configuration of an embedded service; without one there is no store to work on. */
export const configuredToEmbed = (terminal: Terminal, env: Environment = terminal.env): EmbeddingConfig => {
  const config = configured(terminal, env);
  if (embedsService(config)) return config;
  throw new CommandFailure(`${variables.upstreamUrl.name} names a data service elsewhere: unset it to use one here.`);
};
