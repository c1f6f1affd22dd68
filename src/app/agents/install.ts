import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AgentSession, agentToken } from '../agent-token.ts';
import { CommandFailure } from '../command-failure.ts';
import { askWithKey, graphAddress, type KeyedGraph } from '../graph-channel.ts';
import { forgetAgent, type KeptAgent, keepAgent, keptAgent } from './agent-file.ts';
import { type AgentClient, agentClients, type Home, type ServerEntry } from './clients.ts';
import { NotJson, withEntry, withoutEntry } from './edit-json.ts';
import { readWhole, writeWhole } from './write-whole.ts';

/** Where a command runs, and how it starts this program again. */
export interface InstallPlace {
  readonly home: Home;
  /** Absolute paths of Node and of the program. */
  readonly program: readonly [node: string, script: string];
  /** Absolute. */
  readonly dataDir: string;
  readonly show: (line: string) => void;
}

/** The name of the server in the client. */
const nameOf = (label: string): string => (label === 'kith' ? 'kith' : `kith-${label.replaceAll(/[^\w-]+/g, '-')}`);

const entryOf = ({ program: [command, script], dataDir }: InstallPlace, label: string): ServerEntry => ({
  command,
  args: [script, 'mcp', '--session', label],
  env: { KITH_DATA_DIR: dataDir },
});

/** @throws {CommandFailure} for an unknown client */
function clientNamed(name: string): AgentClient {
  const client = Object.hasOwn(agentClients, name) ? agentClients[name] : undefined;
  if (client) return client;
  throw new CommandFailure(`client: must be one of ${Object.keys(agentClients).join(', ')}, but got “${name}”.`);
}

/** A command line as a person may copy it. */
const shown = (line: readonly string[]): string =>
  line.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');

/**
 * Makes a client start Kith's tools in a standing session, which the data directory keeps: the client's own file holds
 * no key and no token. With `isPrinted`, only shows what would be done.
 *
 * @throws {CommandFailure} if the graph does not open a session, or the client's file cannot be read
 */
export async function installClient(
  place: InstallPlace,
  clientName: string,
  session: AgentSession,
  graph: KeyedGraph,
  isPrinted: boolean,
): Promise<void> {
  const client = clientNamed(clientName);
  const { dataDir, show } = place;
  const { label } = session;
  const entry = entryOf(place, label);
  const name = nameOf(label);
  // The file is read before anything is opened: one that does not parse is left alone.
  const file = 'file' in client ? await fileOf(client, place.home) : undefined;
  const edited = file && edit(file.path, () => withEntry(file.text, file.object, name, entry));
  if (file) {
    show(`${file.path}:`);
    show(JSON.stringify({ [file.object]: { [name]: entry } }, undefined, 2));
  } else if ('add' in client) show(shown(client.add(name, entry)));
  if (isPrinted) return;
  const known = await keptAgent(dataDir, label);
  const kept = known && Date.parse(known.expiresAt) > Date.now() ? known : await opened(session, graph);
  const others = (known?.files ?? []).filter(({ path }) => path !== file?.path);
  const before = known?.files.find(({ path }) => path === file?.path);
  await keepAgent(dataDir, {
    ...kept,
    files: [...others, ...(file && edited ? [before ?? { path: file.path, made: edited.made }] : [])],
  });
  if (file && edited) await writeWhole(file.path, edited.text, file.mode ?? 0o600);
  else if ('add' in client)
    try {
      await run(client.add(name, entry));
    } catch (error) {
      // A session that no client has would last for nothing.
      if (kept !== known) await ended(dataDir, kept, graph);
      throw error;
    }
  show(`“${label}” may spend ${session.total} credits in all, until ${kept.expiresAt}. Restart the client.`);
}

async function opened(session: AgentSession, graph: KeyedGraph): Promise<KeptAgent> {
  const { token, id, expiresAt } = await agentToken(graph, session);
  const url = graphAddress(graph.config, graph.graphUrl);
  const { label, confirmAbove } = session;
  return { label, id, token, expiresAt, url, ...(confirmAbove !== undefined && { confirmAbove }), files: [] };
}

/**
 * Removes what `installClient` has added, so that the client's file is as it was; ends the session once no file names it.
 *
 * @throws {CommandFailure} if the client's file cannot be read
 */
export async function uninstallClient(
  place: InstallPlace,
  clientName: string,
  label: string,
  graph: KeyedGraph | undefined,
): Promise<void> {
  const client = clientNamed(clientName);
  const { dataDir, show } = place;
  const known = await keptAgent(dataDir, label);
  const name = nameOf(label);
  let files = known?.files ?? [];
  if ('file' in client) {
    const { path, text, object, mode } = await fileOf(client, place.home);
    const made = files.find((one) => one.path === path)?.made ?? 'entry';
    const rest = edit(path, () => withoutEntry(text, object, name, made));
    if (rest === undefined) await rm(path, { force: true });
    else if (rest !== text) await writeWhole(path, rest, mode ?? 0o600);
    files = files.filter((one) => one.path !== path);
    show(`${path}: ${name} is removed.`);
  } else if (client.remove) await run(client.remove(name));
  else show(`${clientName} has no command for this: remove ${name} in its list of MCP servers.`);
  if (!known) return;
  if (files.length > 0) return keepAgent(dataDir, { ...known, files });
  if (graph) return ended(dataDir, known, graph);
  await forgetAgent(dataDir, label);
  show(
    `The session ${known.id} lasts until ${known.expiresAt}: with its API key, DELETE /session/${known.id} ends it.`,
  );
}

/** Forgets a session, and ends it. */
async function ended(dataDir: string, { label, id }: KeptAgent, graph: KeyedGraph) {
  await forgetAgent(dataDir, label);
  await askWithKey(graph, { method: 'DELETE', path: `/session/${id}` });
}

const fileOf = async ({ file, object }: Extract<AgentClient, { file: unknown }>, home: Home) => ({
  ...(await readWhole(file(home))),
  object,
});

/** @throws {CommandFailure} naming the file, if it cannot be read */
function edit<Result>(path: string, change: () => Result): Result {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw new CommandFailure(
      `${path} is not read (${error.message}), so nothing was changed: correct it first, or use --print.`,
    );
  }
}

async function run([program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
  const [code] = await once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(
      `${program} could not be started (${error.code}): install it, or run the printed command yourself.`,
    );
  });
  if (code !== 0) throw new CommandFailure(`${program} ended with code ${code}.`);
}
