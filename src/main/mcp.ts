import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

interface SessionOptions {
  readonly label: string;
  readonly total: number;
  readonly confirmAbove?: number;
  readonly days: number;
  readonly graph?: string;
  readonly insecure?: boolean;
}

const daySeconds = 86_400;

export const addMcpCommands = (kith: Command, terminal: Terminal): void => {
  const withSession = (command: Command, days: number): Command =>
    command
      .requiredOption('--label <text>', 'name of the session in lists, refusals and approvals')
      .requiredOption('--total <credits>', 'credit limit of the session', whole)
      .option('--confirm-above <credits>', 'ask a person to confirm calls above this many credits', whole)
      .option('--days <number>', 'lifetime of the session, 1 to 30', whole, days)
      .option('--graph <url>', 'address of the graph; default: the one configured here')
      .option('--insecure', 'send the API key over plain HTTP to an unverified address');

  const asked = async (command: Command) => {
    const { label, total, confirmAbove, days, graph, insecure = false } = command.opts<SessionOptions>();
    const config = await configured(terminal);
    const { apiKey } = config;
    if (apiKey === undefined)
      throw new CommandFailure(`an agent’s session needs an API key: set ${variables.apiKey.name}.`);
    return {
      graph: { config, graphUrl: graph, insecure, apiKey },
      session: { label, total, confirmAbove, seconds: days * daySeconds },
    };
  };

  const mcp = kith.command('mcp').description('tools for agents, over the Model Context Protocol');
  withSession(mcp.command('stdio', { isDefault: true }), 1)
    .description(`serve the tools over stdin and stdout, in a session for the key in ${variables.apiKey.name}`)
    .action(async (_options, command: Command) => {
      const { graph, session } = await asked(command);
      const { serveTools } = await import('../app/stdio-tools.ts');
      await serveTools(graph, session, { ...terminal.streams, stop: terminal.stop });
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

const whole = (text: string): number => {
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
};
