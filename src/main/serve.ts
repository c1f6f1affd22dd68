import type { Command } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { openLog } from '../app/log.ts';
import { superviseService } from '../app/service-process/supervise.ts';
import { type App, elsewhere, openApp, type StartService } from '../app.ts';
import { addressOf } from '../config/config.ts';
import { variables } from '../config/env.ts';
import type { Environment } from '../config/judge.ts';
import { configured, configuredToEmbed } from './configuration.ts';
import { progressOn } from './progress.ts';
import { stopped, type Terminal } from './terminal.ts';
import { graphWelcome, serviceWelcome } from './welcome.ts';

// Commands load what they run on when they run: half of a start is loading.

/** What a start may be told beside the environment. */
interface StartOptions {
  readonly sample: boolean;
}

const withoutSample = ['--no-sample', 'leave an empty store empty'] as const;

export const addServeCommands = (kith: Command, terminal: Terminal): void => {
  kith
    .command('serve', { isDefault: true })
    .description('run the graph, and the data service in a process beside it (or use KITH_UPSTREAM_URL)')
    .option(...withoutSample)
    .action((options: StartOptions) => serve(terminal, options));
  kith
    .command('service')
    .description('run the data service alone')
    .option(...withoutSample)
    .action((options: StartOptions) => serveService(terminal, options));
  kith
    .command('graph')
    .description('run the graph alone, over KITH_UPSTREAM_URL or a data service on KITH_SERVICE_PORT')
    .action(() => serveGraph(terminal));
  kith.command(serviceProcess, { hidden: true }).action(() => serveParent(terminal));
};

/** The command by which `serve` launches this program once more. */
const serviceProcess = 'service-process';

const environment = (terminal: Terminal, { sample }: StartOptions): Environment =>
  sample ? terminal.env : { ...terminal.env, [variables.sample.name]: 'off' };

const serve = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const env = environment(terminal, options);
  const config = configured(terminal, env);
  await run(
    terminal,
    (onProgress) => {
      const startService: StartService = ({ service, hangMs }, log) => {
        const launch = (port: number) =>
          terminal.launch([serviceProcess], { ...env, [variables.servicePort.name]: String(port) });
        return superviseService(launch, { port: service.port, hangMs, log, onProgress });
      };
      return openApp(config, { startService });
    },
    graphWelcome,
  );
};

const serveService = async (terminal: Terminal, options: StartOptions): Promise<void> => {
  const config = configuredToEmbed(terminal, environment(terminal, options));
  const log = openLog(config.logLevel, 'service');
  const { openEmbeddedService } = await import('../app/embedded-service.ts');
  await run(terminal, (onProgress) => openEmbeddedService(config, { log, onProgress }), serviceWelcome);
};

const serveGraph = async (terminal: Terminal): Promise<void> => {
  const config = configured(terminal);
  const startService: StartService = async ({ service }) => elsewhere(addressOf(service));
  await run(terminal, () => openApp(config, { startService }), graphWelcome);
};

const serveParent = async (terminal: Terminal): Promise<void> => {
  if (terminal.parent === undefined) throw new CommandFailure(`${serviceProcess} is for kith itself; use "service".`);
  const { runServiceProcess } = await import('../app/service-process/run.ts');
  await runServiceProcess(configuredToEmbed(terminal), terminal.parent, terminal.stop);
};

/** Starts something, says so, and closes it when the process is asked to end; a start still under way is left where it is. */
const run = async <Started extends Pick<App, 'close'>>(
  terminal: Terminal,
  start: (onProgress: Parameters<typeof superviseService>[1]['onProgress']) => Promise<Started>,
  welcome: (started: Started) => string,
): Promise<void> => {
  const progress = progressOn(terminal);
  const end = stopped(terminal);
  const started = await Promise.race([start(progress.show), end]).finally(progress.end);
  if (started === undefined) return;
  terminal.say(welcome(started));
  await end;
  await started.close();
};
