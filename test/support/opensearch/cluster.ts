import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { classPath } from './class-path.ts';

export interface ClusterOptions {
  readonly nodes?: number;
  /** Of each node, as Java writes it; a node takes up to 350 MB more. */
  readonly heap?: string;
  /** Whether Java compiles what runs often a second time: a node starts in twice the time, and is faster in the long run. */
  readonly optimized?: boolean;
  /** More settings of each node. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  /** Ends the node at once, as the loss of a machine does. */
  kill(): Promise<void>;
  /** Lets the node say goodbye. */
  stop(): Promise<void>;
  /** Starts an ended node again with the data that it had; resolves once it answers. */
  start(): Promise<void>;
}

export interface Cluster extends AsyncDisposable {
  readonly nodes: readonly ClusterNode[];
  /** Resolves once every node has joined and every shard is in place. */
  green(): Promise<void>;
  /** Ends the nodes and removes their data. */
  close(): Promise<void>;
}

/**
 * A cluster of real OpenSearch nodes on loopback, each a process of its own. Nodes end with the process that started
 * them, however that ends. Resolves once the cluster is green.
 */
export async function openCluster({
  nodes: count = 1,
  heap = '512m',
  optimized = false,
  settings = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const jars = await classPath();
  const directory = await mkdtemp(join(tmpdir(), 'kith-opensearch-'));
  const ports = await freePorts(count * 2);
  const names = Array.from({ length: count }, (_, index) => `node-${index + 1}`);
  const seeds = ports.slice(count).map((port) => `127.0.0.1:${port}`);
  const nodes = names.map((name, index) => {
    const home = join(directory, name);
    return new NodeProcess(name, `http://127.0.0.1:${ports[index]}`, home, [
      ...javaOptions(home, heap, optimized),
      '-cp',
      jars,
      join(import.meta.dirname, 'Launch.java'),
      ...Object.entries({
        'path.home': home,
        'cluster.name': directory.slice(-6),
        'node.name': name,
        'network.host': '127.0.0.1',
        'http.port': ports[index],
        'transport.port': ports[count + index],
        'http.type': 'netty4',
        'transport.type': 'netty4',
        'discovery.seed_hosts': seeds,
        'cluster.initial_cluster_manager_nodes': names,
        'cluster.routing.allocation.disk.threshold_enabled': false,
        ...settings,
      }).map(([setting, value]) => `${setting}=${value}`),
    ]);
  });

  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await rm(directory, { recursive: true, force: true });
  };
  const green = async () => {
    const asked = `/_cluster/health?wait_for_nodes=${count}&wait_for_status=green&wait_for_no_relocating_shards=true`;
    const answer = await fetch(`${nodes[0]?.url}${asked}&timeout=120s`);
    if (!answer.ok) throw new Error(`The cluster is not green: ${await answer.text()}`);
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
    await green();
  } catch (error) {
    await close();
    throw error;
  }
  return { nodes, green, close, [Symbol.asyncDispose]: close };
}

class NodeProcess implements ClusterNode {
  readonly name: string;
  readonly url: string;
  readonly #home: string;
  readonly #parameters: readonly string[];
  #process: ChildProcess | undefined;

  constructor(name: string, url: string, home: string, parameters: readonly string[]) {
    this.name = name;
    this.url = url;
    this.#home = home;
    this.#parameters = parameters;
    mkdirSync(join(home, 'config'), { recursive: true });
  }

  async start(): Promise<void> {
    if (this.#process && isRunning(this.#process)) return;
    const logFile = join(this.#home, 'log');
    const started = spawn(java(), this.#parameters, { stdio: ['pipe', 'pipe', 'pipe'] });
    started.stderr.pipe(createWriteStream(logFile, { flags: 'a' }));
    this.#process = started;
    const ended = once(started, 'close').then(async ([code]) => {
      throw new Error(`OpenSearch ended with ${code}: ${(await readFile(logFile, 'utf8')).slice(-3000)}`);
    });
    await Promise.race([once(createInterface({ input: started.stdout }), 'line'), ended]);
    ended.catch(() => {});
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || !isRunning(running)) return;
    running.kill(signal);
    await once(running, 'close');
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

const java = (): string => (process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin/java') : 'java');

const javaOptions = (home: string, heap: string, optimized: boolean): readonly string[] => [
  `-Xms${heap}`,
  `-Xmx${heap}`,
  `-XX:MaxDirectMemorySize=${heap}`,
  '-XX:+ExitOnOutOfMemoryError',
  '-XX:-UsePerfData',
  '-Xshare:auto',
  ...(optimized ? [] : ['-XX:TieredStopAtLevel=1']),
  `-Djava.io.tmpdir=${home}`,
  `-Djna.tmpdir=${home}`,
  `-Dlog4j2.configurationFile=${join(import.meta.dirname, 'log4j2.properties')}`,
  '-Dlog4j2.disable.jmx=true',
  '-Dio.netty.noUnsafe=true',
  '-Dio.netty.allocator.numDirectArenas=0',
  // The server's own start has this: other locale data would number weeks in another way.
  '-Djava.locale.providers=SPI,COMPAT,CLDR',
];

/** Ports that nobody listens on, all different. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      server.close();
      await once(server, 'close');
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
}
