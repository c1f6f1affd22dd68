// Installs what is missing before `npm start` and `npm test`, so that one command is enough after a clone. Only in a checkout,
// never under NODE_ENV=production: a deployment installs what it runs itself. Plain JavaScript for any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(new URL(file, root), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
};

/** The packages of the lock file that are not installed as it says; those for development only if `forTests`. */
const missing = (forTests) => {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json'))
    .filter(
      ([path, { optional, dev, link }]) => path.startsWith('node_modules/') && !optional && !link && (forTests || !dev),
    )
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
};

const [, , what] = process.argv;
const names = existsSync(new URL('.git', root)) ? missing(what === 'test') : [];
if (names.length > 0) {
  const packages = names.length === 1 ? `the package ${names[0]}` : `${names.length} packages`;
  if (process.env.NODE_ENV === 'production') {
    process.stderr.write(
      `kith: ${packages} must be installed, but under NODE_ENV=production nothing is: run "npm ci".\n`,
    );
    process.exit(1);
  }
  process.stderr.write(`Installing what is missing (npm ci), once: about a minute.\n`);
  const { npm_execpath: npm } = process.env;
  // What this command prints is its own: what npm says goes to standard error.
  const options = {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 2, 2],
    shell: npm === undefined && process.platform === 'win32',
  };
  const { status } = npm ? spawnSync(process.execPath, [npm, 'ci'], options) : spawnSync('npm', ['ci'], options);
  process.exit(status ?? 1);
}
