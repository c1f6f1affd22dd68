import { join } from 'node:path';

/** How a client starts Kith: without a key or token. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The user's folders, by which clients keep their files. */
export interface Home {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** `%APPDATA%`, or `$XDG_CONFIG_HOME`. */
  readonly config: string | undefined;
}

/** A client whose file is edited, or one that has a command of its own. */
export type AgentClient =
  | { readonly file: (home: Home) => string; readonly object: string }
  | {
      readonly add: (name: string, entry: ServerEntry) => readonly string[];
      /** Undefined: the client has none, and a person removes it there. */
      readonly remove: ((name: string) => readonly string[]) | undefined;
    };

const environment = ({ env }: ServerEntry, flag: string): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => [flag, `${name}=${value}`]);

const configDir = ({ platform, home, config }: Home): string => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return config ?? (platform === 'win32' ? join(home, 'AppData', 'Roaming') : join(home, '.config'));
};

/** The clients that are known, by the name that a user writes. */
export const agentClients: Readonly<Record<string, AgentClient>> = {
  'claude-desktop': {
    file: (home) => join(configDir(home), 'Claude', 'claude_desktop_config.json'),
    object: 'mcpServers',
  },
  cursor: { file: ({ home }) => join(home, '.cursor', 'mcp.json'), object: 'mcpServers' },
  'claude-code': {
    add: (name, entry) => [
      ...['claude', 'mcp', 'add', '--scope', 'user', ...environment(entry, '--env')],
      ...[name, '--', entry.command, ...entry.args],
    ],
    remove: (name) => ['claude', 'mcp', 'remove', '--scope', 'user', name],
  },
  vscode: { add: (name, entry) => ['code', '--add-mcp', JSON.stringify({ name, ...entry })], remove: undefined },
  codex: {
    add: (name, entry) => [
      ...['codex', 'mcp', 'add', name, ...environment(entry, '--env')],
      ...['--', entry.command, ...entry.args],
    ],
    remove: (name) => ['codex', 'mcp', 'remove', name],
  },
};
