import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Another process, which is told things on lines and answers on lines of JSON. */
export interface Started extends AsyncDisposable {
  readonly pid: number | undefined;
  tell(line: string): void;
  /** The next line that it says. */
  heard(): Promise<unknown>;
  /** Ends its input, and answers its exit code once it has ended by itself. */
  ended(): Promise<number | null>;
  /** `kill -9` */
  killed(): Promise<void>;
}

/** Starts one of the scripts beside this file. */
export function startProcess(script: 'holder' | 'claimer', argument: string): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${script}.ts`), argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const killed = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    pid: child.pid,
    tell: (line) => child.stdin.write(`${line}\n`),
    heard: async () => {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`The process ${script} ended without a word.`);
      return JSON.parse(value);
    },
    ended: async () => {
      child.stdin.end();
      const [code] = await exited;
      return code;
    },
    killed,
    [Symbol.asyncDispose]: killed,
  };
}
