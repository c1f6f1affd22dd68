import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { makePrivate } from '../store/owner/private-directory.ts';

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

/** Writes the page that leads to an address, in place of the former one; resolves with its path. */
async function redirectTo(address: string): Promise<string> {
  const directory = join(tmpdir(), `kith-explore-${userInfo().username}`);
  await makePrivate(directory);
  const file = join(directory, 'open.html');
  await rm(file, { force: true });
  const url = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Kith</title><a href="${url}">Open the explorer</a>`;
  await writeFile(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}

/**
 * Opens an address that holds a secret in the browser; resolves with whether something took it. Every user of the machine
 * can read the arguments of a process, so the browser is given a private file that leads to the address.
 */
export async function browse(address: string, platform: NodeJS.Platform): Promise<boolean> {
  const [program, ...args] = openers[platform] ?? [];
  if (program === undefined) return false;
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
