import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What an image says of the containers that run it. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** An image whose files are unpacked in a directory. */
export interface Image {
  readonly root: string;
  readonly config: ImageConfig;
}

/** Unpacks an image of buildah's storage. */
export const unpack = async (storage: string, name: string): Promise<Image> => {
  const buildah = async (...args: readonly string[]): Promise<string> => {
    const where = ['--root', `${storage}/images`, '--runroot', `${storage}/run`, '--storage-driver', 'vfs'];
    return (await run('buildah', [...where, ...args])).stdout.trim();
  };
  const { Docker }: { Docker: { config: ImageConfig } } = JSON.parse(await buildah('inspect', '--type', 'image', name));
  return { root: await buildah('mount', await buildah('from', '--pull-never', name)), config: Docker.config };
};

/**
 * Runs a command in mounts and process numbers of its own: the image's files read-only, its volume writable, /tmp in memory, as
 * the image's user. What a container engine does beside, such as a network of its own, needs one.
 */
const enter = `set -e
mount --make-rprivate /
mount --rbind "$1" "$1"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$2" "$1$3"
mount -o remount,bind,ro "$1"
cd "$1"
root=$1 user=$4
shift 4
exec chroot --userspec="$user" --groups= "$root" "$@"`;

export class Container {
  readonly #image: Image;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  #heard = Promise.withResolvers<undefined>();

  /** `volume`: the directory that is mounted where the image has its volume; `command`: in place of the image's own. */
  constructor(
    image: Image,
    volume: string,
    env: Readonly<Record<string, string>>,
    command: readonly string[] = image.config.Cmd,
  ) {
    this.#image = image;
    const { User, Entrypoint, Volumes } = image.config;
    const [mountPoint = ''] = Object.keys(Volumes);
    const program = ['/usr/bin/env', '-i', ...this.#environment(env), ...Entrypoint, ...command];
    this.#process = spawn(
      'unshare',
      [
        '--mount',
        '--pid',
        '--fork',
        '--kill-child',
        'sh',
        '-c',
        enter,
        'sh',
        image.root,
        volume,
        mountPoint,
        User,
        ...program,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      assert.ok(input);
      createInterface({ input }).on('line', (line) => {
        this.#lines.push(line);
        this.#heard.resolve(undefined);
        this.#heard = Promise.withResolvers();
      });
    }
    this.ended = once(this.#process, 'close').then(([code]: (number | null)[]) => code ?? null);
  }

  /** What the first line of output that matches holds in its first group. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.#lines.map((line) => pattern.exec(line)?.[1]).find((group) => group !== undefined);
      if (found !== undefined) return found;
      const code = await Promise.race([this.ended, this.#heard.promise]);
      if (code !== undefined) throw new Error(`the container ended with ${code}:\n${this.#lines.join('\n')}`);
    }
  }

  /** Runs another command in the container, as its user; resolves with its exit code. */
  async execute(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number | null> {
    const [uid = '', gid = ''] = this.#image.config.User.split(':');
    const target = [
      '--target',
      String(await this.#first()),
      '--mount',
      '--pid',
      '--root',
      '--wd',
      '--setuid',
      uid,
      '--setgid',
      gid,
    ];
    const child = spawn('nsenter', [...target, '/usr/bin/env', '-i', ...this.#environment(env), ...command], {
      stdio: 'inherit',
    });
    const [code]: (number | null)[] = await once(child, 'close');
    return code ?? null;
  }

  /** The user that the container's first process runs as. */
  async user(): Promise<string> {
    const status = await readFile(`/proc/${await this.#first()}/status`, 'utf8');
    return /^Uid:\s+(\d+)/m.exec(status)?.[1] ?? 'none';
  }

  /** As a container engine stops it; resolves with its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    process.kill(await this.#first(), signal);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }

  /** The number of the container's first process, as it is seen from outside. */
  async #first(): Promise<number> {
    const { pid } = this.#process;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const first = Number(children.trim());
    assert.ok(first > 0, `the container has ended:\n${this.#lines.join('\n')}`);
    return first;
  }

  #environment(env: Readonly<Record<string, string>>): readonly string[] {
    return [...this.#image.config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  }
}
