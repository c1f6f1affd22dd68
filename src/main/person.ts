import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';

/** A stream of what somebody types, or a pipe. */
type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Asks for one line that is not shown while it is typed. Where nobody types, it is the first line of the pipe. */
export async function askSecret(question: string, input: Input, output: NodeJS.WritableStream): Promise<string> {
  const typed = input.isTTY === true;
  if (typed) output.write(question);
  // What a terminal echoes goes nowhere.
  const lines = createInterface({ input, output: new PassThrough().resume(), terminal: typed });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (typed) output.write('\n');
  }
}

/** Asks for one line; undefined if nobody types. */
export async function ask(question: string, input: Input, output: NodeJS.WritableStream): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  const lines = createInterface({ input, output });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** The programs that show an address in a person's browser. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** Opens an address in the browser; resolves with whether something took it. */
export function browse(address: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program, ...args] = openers[platform] ?? [];
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const opener = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}
