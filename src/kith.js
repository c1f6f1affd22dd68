#!/usr/bin/env node
// The `kith` command. Plain JavaScript that any Node from 18 on can read: it judges the Node version before anything that
// an older Node cannot parse is loaded.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
// As a whole: an older Node lacks the compile cache.
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

const require = module.createRequire(import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
/** `24.21.0` of `>=24.21.0`. */
const required = engines.node.slice(2);

const isRecent = (version) => {
  const [wanted, given] = [required, version].map((text) => text.split('.').map(Number));
  const differing = wanted.findIndex((part, index) => part !== (given[index] ?? 0));
  return differing === -1 || (given[differing] ?? 0) > wanted[differing];
};

const packageOfNode = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The Node that is installed beside Kith as a package. */
const installedNode = () => {
  try {
    const manifest = require.resolve(`${packageOfNode}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
};

const run = () => {
  // Keeps what was compiled, and the TypeScript that was stripped of its types, for the next start, which then takes half the
  // time to load. Enabled before the first TypeScript is loaded: its compiler is never loaded then.
  const { directory } = module.enableCompileCache();
  // Threads, such as the embedded store's, take it from here.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
  // A checkout runs from its sources, an installed package from what was compiled of them.
  const sources = new URL('./main.ts', import.meta.url);
  if (existsSync(sources)) return import(sources.href);
  return import('../dist/main.js');
};

/**
 * Has glibc give freed memory back to the system, as it does only if told so before a process starts: a first start with the
 * embedded data service then rests at 350 MB rather than 435. (Fewer arenas, as in the image, where threads are few, would keep
 * 50 MB of that.) Not for a graph alone, which has no such data: every answer above 128 kB would be mapped anew, for a
 * tenth of the CPU of a large page.
 */
const withService = [undefined, 'serve', 'service'].includes(
  process.argv.slice(2).find((argument) => !argument.startsWith('-')),
);
const freeing = withService ? { MALLOC_TRIM_THRESHOLD_: '131072' } : {};

/** Replaces this process by itself with what a service's memory needs, unless that is set, or a parent speaks to this process. */
const begun = () =>
  process.platform !== 'linux' ||
  process.execve === undefined ||
  process.connected ||
  process.env.MALLOC_TRIM_THRESHOLD_ !== undefined ||
  !withService;

/** The child ends first, and its launcher then as it did, by the same exit code or signal. */
const runBy = (node) => {
  // A launcher that is killed can hand on no signal: its child ends once this is no longer its parent.
  const env = { ...freeing, ...process.env, KITH_LAUNCHER: String(process.pid) };
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env });
  // A terminal sends its interrupt to the child, too, which takes both for one.
  const forwarded = ['SIGTERM', 'SIGHUP', 'SIGINT'];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`kith: ${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const one of forwarded) process.removeAllListeners(one);
    process.exitCode = 128 + constants.signals[signal];
    process.kill(process.pid, signal);
  });
};

const node = isRecent(process.versions.node) ? undefined : installedNode();
if (isRecent(process.versions.node)) {
  if (!begun())
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      ...freeing,
      ...process.env,
    });
  await run();
} else if (node !== undefined) runBy(node);
else {
  process.stderr.write(
    `kith: Node ${required} or later is needed, but this is ${process.versions.node}. Install that version, or add it to ` +
      `this project with: npm install ${packageOfNode}@${required}\n`,
  );
  process.exitCode = 1;
}
