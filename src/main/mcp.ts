import { platform } from 'node:os';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { InstallPlace } from '../app/agents/install.ts';
import { CommandFailure } from '../app/command-failure.ts';
import type { Config } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import { type GraphOptions, graphOption, insecureOption, keyedGraph, whole } from './given.ts';
import type { Terminal } from './terminal.ts';

interface SessionOptions extends GraphOptions {
  /** The label of a kept session. */
  readonly session?: string;
  readonly label: string;
  readonly total: number;
  readonly confirmAbove?: number;
  readonly days: number;
}

const daySeconds = 86_400;

export const addMcpCommands = (kith: Command, terminal: Terminal): void => {
  const withSession = (
    command: Command,
    days: number,
    needed: 'option' | 'requiredOption' = 'requiredOption',
  ): Command =>
    command[needed]('--label <text>', 'name of the session in lists, refusals and approvals')
      [needed]('--total <credits>', 'credit limit of the session', whole)
      .option('--confirm-above <credits>', 'ask a person to confirm calls above this many credits', whole)
      .option('--days <number>', 'lifetime of the session, 1 to 30', daysOf, days)
      .option(...graphOption)
      .option(...insecureOption);

  const asked = async (command: Command) => {
    const { label, total, confirmAbove, days, ...place } = command.opts<SessionOptions>();
    const missing = `an agent’s session needs an API key: set ${variables.apiKey.name}.`;
    const graph = await keyedGraph(terminal, place, missing);
    return { graph, session: { label, total, confirmAbove, seconds: days * daySeconds } };
  };

  const mcp = kith.command('mcp').description('tools for agents, over the Model Context Protocol');
  const stdio = mcp
    .command('stdio', { isDefault: true })
    .option('--session <label>', 'a session that “kith mcp install” has opened; needs no API key');
  withSession(stdio, 1, 'option')
    .description(`serve the tools over stdin and stdout, in a session for the key in ${variables.apiKey.name}`)
    .action(async (_options, command: Command) => {
      const hungUp = new AbortController();
      terminal.onReload(() => hungUp.abort());
      const streams = { ...terminal.streams, stop: AbortSignal.any([terminal.stop, hungUp.signal]) };
      const { serveTools, serveKeptTools } = await import('../app/stdio-tools.ts');
      const { session: kept, label, total } = command.opts<Partial<SessionOptions>>();
      if (kept !== undefined) return serveKeptTools(await configured(terminal), kept, streams);
      if (label === undefined || total === undefined)
        throw new CommandFailure('either --session, or --label and --total must be given.');
      const { graph, session } = await asked(command);
      return serveTools(graph, session, streams);
    });
  withSession(mcp.command('install').argument('<client>', clients), 30, 'option')
    .description('let a client start the tools, in a session that the data directory keeps')
    .option('--print', 'only show what would be done')
    .action(
      async (client: string, options: Partial<SessionOptions> & { readonly print?: boolean }, command: Command) => {
        command.setOptionValue('label', options.label ?? client);
        command.setOptionValue('total', options.total ?? 50);
        command.setOptionValue('confirmAbove', options.confirmAbove ?? 5);
        const { graph, session } = await asked(command);
        const { installClient } = await import('../app/agents/install.ts');
        await installClient(placeOf(graph.config, terminal), client, session, graph, options.print ?? false);
      },
    );
  mcp
    .command('uninstall')
    .argument('<client>', clients)
    .description('undo “kith mcp install”, and end its session')
    .option('--label <text>', 'the name of the session; default: the client’s')
    .option(...graphOption)
    .option(...insecureOption)
    .action(async (client: string, { label, graph: graphUrl, insecure = false }: Partial<SessionOptions>) => {
      const config = await configured(terminal);
      const { apiKey } = config;
      const { uninstallClient } = await import('../app/agents/install.ts');
      const graph = apiKey === undefined ? undefined : { config, graphUrl, insecure, apiKey };
      await uninstallClient(placeOf(config, terminal), client, label ?? client, graph);
    });
  withSession(mcp.command('token'), 30)
    .description(
      `print an agent’s session token for the key in ${variables.apiKey.name}; the graph must serve tools (${variables.access.mcp.name})`,
    )
    .action(async (_options, command: Command) => {
      const { graph, session } = await asked(command);
      const { agentToken } = await import('../app/agent-token.ts');
      const { token, expiresAt } = await agentToken(graph, session);
      terminal.stdout(token);
      terminal.stderr(`“${session.label}” may spend ${session.total} credits in all, until ${expiresAt}.`);
    });
};

const clients = 'claude-desktop, cursor, claude-code, vscode or codex';

/** How the program is started again, and where the user's clients have their files. */
const placeOf = ({ dataDir }: Config, { env, directory, program, stdout }: Terminal): InstallPlace => ({
  home: {
    platform: platform(),
    home: env.HOME ?? env.USERPROFILE ?? directory,
    config: platform() === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME,
  },
  program,
  dataDir: resolve(directory, dataDir),
  show: stdout,
});

const daysOf = (text: string): number => {
  const days = whole(text);
  if (days >= 1 && days <= 30) return days;
  throw new InvalidArgumentError('It must be between 1 and 30.');
};
