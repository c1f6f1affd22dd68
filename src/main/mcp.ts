import { type Command, InvalidArgumentError } from 'commander';
import { CommandFailure } from '../app/command-failure.ts';
import { variables } from '../config/settings.ts';
import { configured } from './configuration.ts';
import type { Terminal } from './terminal.ts';

interface TokenOptions {
  readonly label: string;
  readonly total: number;
  readonly confirmAbove?: number;
  readonly days: number;
  readonly graph?: string;
  readonly insecure?: boolean;
}

const daySeconds = 86_400;

export const addMcpCommands = (kith: Command, terminal: Terminal): void => {
  const mcp = kith
    .command('mcp')
    .description(`tools for agents, which a graph serves where ${variables.access.mcp.name} is on`);
  mcp
    .command('token')
    .description(`print the token of a session for an agent, for the key in ${variables.apiKey.name}`)
    .requiredOption('--label <text>', 'name of the session in lists and refusals')
    .requiredOption('--total <credits>', 'credit limit of the session', whole)
    .option('--confirm-above <credits>', 'credits of one call above which it is refused', whole)
    .option('--days <number>', 'lifetime of the session, 1 to 30', whole, 30)
    .option('--graph <url>', 'address of the graph; default: the one configured here')
    .option('--insecure', 'send the API key over plain HTTP to what has not proved that it is this graph')
    .action(async ({ label, total, confirmAbove, days, graph, insecure = false }: TokenOptions) => {
      const config = await configured(terminal);
      const { apiKey } = config;
      if (apiKey === undefined) throw new CommandFailure(`a token is for a key: set ${variables.apiKey.name}.`);
      const { agentToken } = await import('../app/agent-token.ts');
      const { token, expiresAt } = await agentToken(
        { config, graphUrl: graph, insecure, apiKey },
        { label, total, confirmAbove, seconds: days * daySeconds },
      );
      terminal.stdout(token);
      terminal.stderr(`“${label}” may spend ${total} credits in all, until ${expiresAt}.`);
    });
};

const whole = (text: string): number => {
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
};
