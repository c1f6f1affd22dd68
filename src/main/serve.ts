import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import type { RunningService } from '../app/embedded-service.ts';
import { openLog } from '../app/log.ts';
import type { Progress } from '../app/progress.ts';
import { type App, openApp, remoteService, startEmbedded } from '../app.ts';
import { changesBetween } from '../config/changes.ts';
import { addressOf, type Config, embedsService } from '../config/config.ts';
import type { Environment } from '../config/read-settings.ts';
import { variables } from '../config/settings.ts';
import { type Configured, embedding, readConfigured, warnOfVariables } from './configuration.ts';
import { progressOn } from './progress.ts';
import { stopped, type Terminal } from './terminal.ts';
import { graphWelcome, serviceWelcome } from './welcome.ts';

// Commands import their code on demand: loading takes half of a start.

/** Command line options of a start. */
interface StartOptions {
  readonly sample?: boolean;
}

const withoutSample = ['--no-sample', 'do not load the sample data into an empty store'] as const;

export const addServeCommands = (kith: Command, terminal: Terminal): void => {
  kith
    .command('serve', { isDefault: true })
    .description('run the graph and, unless KITH_UPSTREAM_URL is set, the embedded data service; so does "kith" alone')
    .option(...withoutSample)
    .action((options: StartOptions) => serve(terminal, options));
  kith
    .command('service')
    .description('run the data service alone')
    .option(...withoutSample)
    .action((options: StartOptions) => serveService(terminal, options));
  kith
    .command('graph')
    .description('run the graph alone, over the data service at KITH_UPSTREAM_URL or on port KITH_SERVICE_PORT')
    .action(() => serveGraph(terminal));
};

const environment = ({ env }: Terminal, { sample = true }: StartOptions): Environment => ({
  ...env,
  ...(!sample && { [variables.service.sample.name]: 'off' }),
});

const serve = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const read = await readConfigured(terminal, environment(terminal, options));
  warnOfVariables(terminal);
  await run(
    terminal,
    embedsService(read.config) ? 'service' : 'graph',
    (onProgress) => openApp(read.config, { startService: startEmbedded({ onProgress }) }),
    (app) => {
      reloadOnRequest(terminal, options, read, app);
      return graphWelcome(app);
    },
    firstStart(read.config),
  );
};

/** Message before a store is created. */
const firstStart = ({ dataDir, service }: Config): string =>
  `Creating a data store${service.kind === 'embedded' && service.sample ? ' with sample data' : ''} in ${dataDir}; this takes a few seconds, once.`;

const serveService = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const read = await readConfigured(terminal, environment(terminal, options));
  const config = embedding(read.config);
  warnOfVariables(terminal);
  const log = openLog(config.telemetry.logLevel, 'service');
  await run(
    terminal,
    'service',
    async (onProgress) => {
      const { openEmbeddedService } = await import('../app/embedded-service.ts');
      const service = await openEmbeddedService(config, { log, onProgress });
      await service.settled;
      return service;
    },
    (service) => {
      reloadOnRequest(terminal, options, read, service);
      return serviceWelcome(service);
    },
    firstStart(config),
  );
};

const serveGraph = async (terminal: Terminal): Promise<void> => {
  const read = await readConfigured(terminal);
  warnOfVariables(terminal);
  await run(
    terminal,
    'graph',
    () => openApp(read.config, { startService: ({ service }) => remoteService({ url: addressOf(service) }) }),
    (app) => {
      reloadOnRequest(terminal, {}, read, app);
      return graphWelcome(app);
    },
  );
};

/** Reloads the configuration on SIGHUP; an invalid one changes nothing. */
const reloadOnRequest = (
  terminal: Terminal,
  options: StartOptions,
  started: Configured,
  app: Pick<App, 'reload'>,
): void => {
  const log = openLog(started.config.telemetry.logLevel, 'graph');
  let current = started;
  const reload = async (): Promise<void> => {
    try {
      const latest = await readConfigured(terminal, environment(terminal, options));
      await app.reload(latest.config);
      const { applied } = changesBetween(current.env, latest.env);
      const { pending } = changesBetween(started.env, latest.env);
      log.info({ applied, pending }, 'The configuration was reloaded; pending changes take effect at the next start.');
      current = latest;
    } catch (error) {
      if (error instanceof CommandFailure) log.error(`The configuration was not reloaded: ${error.message}`);
      else log.error({ err: error }, 'The configuration was not reloaded, because it could not be read.');
    }
  };
  let last = Promise.resolve();
  terminal.onReload(() => {
    last = last.then(reload);
  });
};

/**
 * Runs a server until the process is asked to end or the server cannot continue, then closes it. A start that is not
 * complete by then is abandoned.
 */
const run = async <Started extends Pick<App, 'close'> & Partial<Pick<App, 'retire'>> & Pick<RunningService, 'lost'>>(
  terminal: Terminal,
  program: 'graph' | 'service',
  start: (onProgress: (progress: Progress) => void) => Promise<Started>,
  welcome: (started: Started) => string,
  heading?: string,
): Promise<void> => {
  const progress = await progressOn(terminal, heading);
  const end = stopped(terminal);
  const started = await Promise.race([start(progress.show), end]).finally(progress.end);
  if (started === undefined) return;
  terminal.stdout(welcome(started));
  terminal.started(program);
  try {
    await Promise.race([end, ...(started.lost ? [started.lost] : [])]);
    // Only SIGTERM drains: a user who presses Ctrl-C does not wait for load balancers.
    if (terminal.stop.reason === 'SIGTERM') await started.retire?.();
  } finally {
    await started.close();
  }
};
