/**
 * Loaded into a process before its program (`node --import`): `PROBE_KILL_AT_RENAME=n` kills it in place of its nth
 * rename; `PROBE_STEPS=FILE` lists there, in order, what it has written to the disk (`synced PATH`) and given its name
 * (`renamed PATH`).
 */
import { appendFileSync, promises, readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { PROBE_KILL_AT_RENAME, PROBE_STEPS } = process.env;

const note = (step: string): void => {
  if (PROBE_STEPS) appendFileSync(PROBE_STEPS, `${step}\n`);
};

const { rename } = promises;
let renames = 0;
promises.rename = async (from, to) => {
  renames += 1;
  if (renames === Number(PROBE_KILL_AT_RENAME)) process.kill(process.pid, 'SIGKILL');
  await rename(from, to);
  note(`renamed ${to}`);
};
syncBuiltinESMExports();

if (PROBE_STEPS) {
  await using own = await promises.open(import.meta.filename);
  const handles: { sync(this: { readonly fd: number }): Promise<void> } = Object.getPrototypeOf(own);
  const { sync } = handles;
  handles.sync = async function () {
    await sync.call(this);
    note(`synced ${readlinkSync(`/proc/self/fd/${this.fd}`)}`);
  };
}
