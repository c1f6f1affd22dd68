import type { Command } from 'commander';
import type { Parent } from '../app/child-process/messages.ts';
import { CommandFailure } from '../app/command-failure.ts';
import type { RunningService } from '../app/embedded-service.ts';
import { openLog } from '../app/log.ts';
import { probePort } from '../app/probe-port.ts';
import { superviseService } from '../app/service-process/supervise.ts';
import { type LaunchWorker, superviseWorkers } from '../app/workers/supervise.ts';
import { type App, elsewhere, type Overrides, openApp, type StartGraph, type StartService } from '../app.ts';
import { changesBetween } from '../config/changes.ts';
import { addressOf, type Config } from '../config/config.ts';
import type { Environment } from '../config/read-settings.ts';
import { variables } from '../config/settings.ts';
import { ineffectiveVariables } from '../config/unknown-variables.ts';
import { type Configured, configured, configuredToEmbed, embedding, readConfigured } from './configuration.ts';
import { progressOn } from './progress.ts';
import { stopped, type Terminal } from './terminal.ts';
import { graphWelcome, serviceWelcome } from './welcome.ts';

// Commands load what they run on when they run: half of a start is loading.

/** Options of a start beside the environment. */
interface StartOptions {
  readonly sample?: boolean;
  readonly workers?: string;
}

const withoutSample = ['--no-sample', 'do not load the sample data into an empty store'] as const;
const withWorkers = [
  '--workers <number>',
  `number of processes that run the graph on one port; several need ${variables.redisUrl.name}`,
] as const;

export const addServeCommands = (kith: Command, terminal: Terminal): void => {
  kith
    .command('serve', { isDefault: true })
    .description('run the graph, and the embedded data service in a child process unless KITH_UPSTREAM_URL is set')
    .option(...withoutSample)
    .option(...withWorkers)
    .action((options: StartOptions) => serve(terminal, options));
  kith
    .command('service')
    .description('run the data service alone')
    .option(...withoutSample)
    .action((options: StartOptions) => serveService(terminal, options));
  kith
    .command('graph')
    .description('run the graph alone, over the data service at KITH_UPSTREAM_URL or on KITH_SERVICE_PORT')
    .option(...withWorkers)
    .action((options: StartOptions) => serveGraph(terminal, options));
  kith.command(serviceProcess, { hidden: true }).action(() => serveParent(terminal));
  kith.command(sampleProcess, { hidden: true }).action(() => loadForParent(terminal));
  kith
    .command(workerProcess, { hidden: true })
    .requiredOption('--worker <number>')
    .requiredOption('--service <url>')
    .option('--demo-keys')
    .action((options: LaunchedWorker) => serveAsWorker(terminal, options));
};

/** The commands by which this program launches itself once more. */
const serviceProcess = 'service-process';
const sampleProcess = 'sample-process';
const workerProcess = 'graph-worker';

/** Options of a worker beside the environment. */
interface LaunchedWorker {
  readonly worker: string;
  readonly service: string;
  readonly demoKeys?: boolean;
}

const environment = ({ env }: Terminal, { sample = true }: StartOptions): Environment => ({
  ...env,
  ...(!sample && { [variables.service.sample.name]: 'off' }),
});

const serve = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const read = await readConfigured(terminal, environment(terminal, options));
  const { config, env } = read;
  const workers = workersOf(options, config);
  warnOfVariables(terminal);
  await run(
    terminal,
    'graph',
    (onProgress) => {
      const startService: StartService = (embedded, log) =>
        superviseService((current) => terminal.launch([serviceProcess], current), {
          config: embedded,
          env,
          log,
          onProgress,
        });
      return openApp(config, { startService, ...startingWorkers(terminal, read, workers) });
    },
    (app) => {
      reloadOnRequest(terminal, options, read, app);
      return graphWelcome(app, workers);
    },
    firstStart(config),
  );
};

/** What a start says before it creates a store. */
const firstStart = ({ dataDir, service }: Config): string =>
  service.kind === 'embedded' && service.sample
    ? `Creating a data store with sample data in ${dataDir}; this takes up to a minute, once.`
    : `Creating a data store in ${dataDir}; this takes a few seconds, once.`;

/**
 * How many processes run the graph.
 *
 * @throws {CommandFailure} where they could not share what they must
 */
const workersOf = ({ workers = '1' }: StartOptions, { redisUrl, secret }: Config): number => {
  const count = Number(workers);
  if (!/^\d+$/.test(workers) || count < 1 || count > 64)
    throw new CommandFailure(`--workers must be an integer between 1 and 64, but got "${workers}".`);
  if (count > 1 && (redisUrl === undefined || secret === undefined))
    throw new CommandFailure(
      `several workers need ${variables.redisUrl.name}, through which they share what was paid for, and ${variables.secret.name}, since each must read what another has signed: set both.`,
    );
  return count;
};

const warnOfVariables = (terminal: Terminal): void => {
  for (const sentence of ineffectiveVariables(terminal.env)) terminal.stderr(`kith: ${sentence}`);
};

const serveService = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const read = await readConfigured(terminal, environment(terminal, options));
  const config = embedding(read.config);
  warnOfVariables(terminal);
  const log = openLog(config.telemetry.logLevel, 'service');
  const launchSample = () => terminal.launch([sampleProcess], read.env);
  const { openEmbeddedService } = await import('../app/embedded-service.ts');
  await run(
    terminal,
    'service',
    (onProgress) => openEmbeddedService(config, { log, onProgress, launchSample }),
    (service) => {
      reloadOnRequest(terminal, options, read, service);
      return serviceWelcome(service);
    },
    firstStart(config),
  );
};

const serveGraph = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const read = await readConfigured(terminal, environment(terminal, options));
  const workers = workersOf(options, read.config);
  warnOfVariables(terminal);
  const startService: StartService = async ({ service }) => elsewhere(addressOf(service));
  await run(
    terminal,
    'graph',
    () => openApp(read.config, { startService, ...startingWorkers(terminal, read, workers) }),
    (app) => {
      reloadOnRequest(terminal, options, read, app);
      return graphWelcome(app, workers);
    },
  );
};

/**
 * Reads the configuration again whenever that is asked for, and replaces the workers; one that does not hold changes
 * nothing.
 */
const reloadOnRequest = (
  terminal: Terminal,
  options: StartOptions,
  started: Configured,
  app: Pick<App, 'reload' | 'restart'>,
): void => {
  const log = openLog(started.config.telemetry.logLevel, 'graph');
  let current = started;
  const reload = async (): Promise<void> => {
    try {
      const latest = await readConfigured(terminal, environment(terminal, options));
      await app.reload(latest.config, latest.env);
      const { applied } = changesBetween(current.env, latest.env);
      const { pending } = changesBetween(started.env, latest.env);
      log.info({ applied, pending }, 'The configuration was reloaded; pending changes take effect at the next start.');
      current = latest;
    } catch (error) {
      if (error instanceof CommandFailure) log.error(`The configuration was not reloaded: ${error.message}`);
      else log.error({ err: error }, 'The configuration was not reloaded, since it could not be read.');
    }
  };
  const restart = async (): Promise<void> => {
    if (!app.restart) return log.warn('There are no workers to replace: start another graph beside this one instead.');
    try {
      const all = await app.restart();
      log.info(all ? 'All workers have been replaced.' : 'Workers are not replaced while the graph is about to stop.');
    } catch (error) {
      log.error({ err: error }, 'Not all workers have been replaced.');
    }
  };
  let last = Promise.resolve();
  terminal.onReload(() => {
    last = last.then(reload);
  });
  terminal.onRestart(() => {
    last = last.then(reload).then(restart);
  });
};

/** One graph runs in this process; several run in processes of their own, and this one only keeps them running. */
const startingWorkers = (terminal: Terminal, { env }: Configured, count: number): Pick<Overrides, 'startGraph'> => {
  if (count === 1) return {};
  const startGraph: StartGraph = async ({ url, demoKeys }, config, log) => {
    // All have to get the same signal, also one that starts when no other is left.
    const port = config.port === 0 ? await probePort(config) : config.port;
    const launch: LaunchWorker = (worker, current) =>
      terminal.launchWorker(
        [workerProcess, '--worker', String(worker), '--service', url, ...(demoKeys ? ['--demo-keys'] : [])],
        { ...current, [variables.port.name]: String(port) },
      );
    return superviseWorkers(launch, { config, env, count }, log);
  };
  return { startGraph };
};

const serveAsWorker = async (terminal: Terminal, { worker, service, demoKeys = false }: LaunchedWorker) => {
  const parent = parentOf(terminal, workerProcess, 'graph');
  const { runWorker } = await import('../app/workers/run.ts');
  const told = { worker: Number(worker), service: { url: service, demoKeys } };
  await runWorker(await configured(terminal), told, parent, terminal.stop);
};

const serveParent = async (terminal: Terminal): Promise<void> => {
  const parent = parentOf(terminal, serviceProcess, 'service');
  const { config, env } = await readConfigured(terminal);
  const { runServiceProcess } = await import('../app/service-process/run.ts');
  await runServiceProcess(embedding(config), parent, terminal.stop, () => terminal.launch([sampleProcess], env));
};

const loadForParent = async (terminal: Terminal): Promise<void> => {
  const parent = parentOf(terminal, sampleProcess, 'seed');
  const { runSampleProcess } = await import('../app/service-process/sample.ts');
  await runSampleProcess(await configuredToEmbed(terminal), parent, terminal.stop);
};

/** @throws {CommandFailure} where a person runs what is for this program itself */
const parentOf = ({ parent }: Terminal, command: string, instead: string): Parent => {
  if (parent === undefined) throw new CommandFailure(`${command} is for kith itself; use "${instead}".`);
  return parent;
};

/** Starts something, says so, and closes it when the process is asked to end, or it can't continue; a start that is not finished is left where it is. */
const run = async <Started extends Pick<App, 'close'> & Partial<Pick<App, 'retire'>> & Pick<RunningService, 'lost'>>(
  terminal: Terminal,
  program: 'graph' | 'service',
  start: (onProgress: Parameters<typeof superviseService>[1]['onProgress']) => Promise<Started>,
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
    // A person at the terminal does not wait for load balancers.
    if (terminal.stop.reason === 'SIGTERM') await started.retire?.();
  } finally {
    await started.close();
  }
};
