import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, hive, kithBefore1, tailcall } from './dialects.ts';

/** A server under test: how it is started, how it is asked, and what it can't be asked. */
export interface Contestant {
  readonly name: string;
  /** The program and its arguments; `$PORT` stands for a free port, `$UPSTREAM` for the upstream's address. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The cores that it may use, as `taskset` names them; core 1 unless told. */
  readonly cores?: string;
  /** The file without which it can't run. */
  readonly needs?: string;
  /** A file in which `$PORT` and `$UPSTREAM` are filled in, and which it finds as `config.graphql`. */
  readonly config?: string;
  /** A program and its arguments that run in its directory first. */
  readonly before?: readonly [string, ...string[]];
  /** How it is asked, where its schema has another shape than ours. */
  readonly dialect?: Dialect;
  /** Queries that it can't answer, and why. */
  readonly lacks?: Readonly<Record<string, string>>;
}

const here = import.meta.dirname;
const installed = (...path: readonly string[]) => join(here, 'node_modules', ...path);
const peer = (name: string, needs: string): Contestant => ({
  name,
  command: [process.execPath, join(here, 'peers', `${name}.ts`)],
  needs: installed(needs),
});

/**
 * Kith as it ships, of this checkout or another, but for how long it remembers what was paid for (0, for the cold
 * comparison), and for the line of each operation, since no other contestant writes one (`--telemetry` measures it).
 */
export const kith = (name = 'kith', checkout = join(here, '../..')): Contestant => ({
  name,
  command: [process.execPath, join(checkout, launcherOf(checkout)), 'graph'],
  needs: join(checkout, 'node_modules/graphql'),
  env: { [cacheVariable]: '0', KITH_LOG_LEVEL: 'warn', KITH_PORT: '$PORT' },
  ...(isBefore1(checkout) && { dialect: kithBefore1 }),
});

/** What a checkout's `kith` command runs. */
function launcherOf(checkout: string): string {
  const { bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  return String(bin.kith);
}

/** Whether a checkout's schema is older than version 1. */
function isBefore1(checkout: string): boolean {
  const file = join(checkout, 'schema/graph.graphql');
  return existsSync(file) && readFileSync(file, 'utf8').includes('connectionStrength:');
}

const cacheVariable = 'KITH_CACHE_SECONDS';

/** Whether a server is Kith, of whichever checkout: it can remember. */
export const isKith = ({ env = {} }: Contestant): boolean => cacheVariable in env;

/** The same with its cache on, as it ships. */
export const remembering = (one: Contestant): Contestant => ({ ...one, env: { ...one.env, [cacheVariable]: '60' } });

/**
 * The same where servers take turns: Node without V8's collections of idle processes, which throw away what was compiled for
 * objects of which there are none just then. Whoever only waits for its turn would compile anew in it.
 */
export const neverIdle = <One extends Contestant>(one: One): One => {
  const [program, ...args] = one.command;
  return program === process.execPath ? { ...one, command: [program, '--no-memory-reducer', ...args] } : one;
};

/** Kith once more: how much it differs from itself is how much a difference says. */
export const again = kith('kith again');

/** Of the versions on npm the newest that starts with a C library older than glibc 2.39. */
const tailcallBinary = installed('@tailcallhq/core-linux-x64-gnu/bin/tailcall');

export const contestants: readonly Contestant[] = [
  kith(),
  again,
  peer('floor', 'undici'),
  peer('yoga', 'graphql-yoga'),
  peer('apollo', '@apollo/server'),
  peer('mercurius', 'mercurius'),
  peer('grafast', 'grafserv'),
  {
    name: 'hive',
    needs: installed('.bin/hive-gateway'),
    before: [
      process.execPath,
      installed('.bin/mesh-compose'),
      ...['-c', join(here, 'peers/hive/mesh.config.ts'), '-o', 'supergraph.graphql'],
    ],
    command: [
      process.execPath,
      installed('.bin/hive-gateway'),
      ...['supergraph', 'supergraph.graphql', '-c', join(here, 'peers/hive/gateway.config.ts')],
      ...['--host', '127.0.0.1', '--port', '$PORT'],
    ],
    dialect: hive,
    lacks: { Q5: 'a gateway sends _entities requests; over OpenAPI it answers none' },
  },
  {
    name: 'tailcall',
    needs: tailcallBinary,
    config: join(here, 'peers/tailcall/graph.graphql'),
    command: [tailcallBinary, 'start', 'config.graphql'],
    env: { TAILCALL_TRACKER: 'false', NO_COLOR: '1' },
    dialect: tailcall,
  },
];
