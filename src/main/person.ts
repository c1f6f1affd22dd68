import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';

/** A terminal's input, or a pipe. */
type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Asks for a line without echoing it. If the input is a pipe, reads its first line. */
export async function askSecret(question: string, input: Input, output: NodeJS.WritableStream): Promise<string> {
  const typed = input.isTTY === true;
  if (typed) output.write(question);
  // Discards the echo of a terminal.
  const lines = createInterface({ input, output: new PassThrough().resume(), terminal: typed });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (typed) output.write('\n');
  }
}

/** Asks for a line; undefined if the input is not a terminal. */
export async function ask(question: string, input: Input, output: NodeJS.WritableStream): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  const lines = createInterface({ input, output });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** Programs that open a URL in the browser. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/**
 * Opens an address that holds a secret in the browser; resolves with whether something took it. Every user of the machine
 * can read the arguments of a process, so the browser is given a private file that leads to the address.
 */
export async function browse(address: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program, ...args] = openers[platform] ?? [];
  if (program === undefined) return false;
  const { redirectTo } = await import('../app/explore.ts');
  const file = await redirectTo(address).catch(() => undefined);
  if (file === undefined) return false;
  return new Promise((resolve) => {
    const opener = spawn(program, [...args, file], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}
