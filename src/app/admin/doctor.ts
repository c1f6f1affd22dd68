import Type from 'typebox';
import { checkStore } from '../doctor/check-store.ts';
import { command } from './command.ts';

/** Checks the store, and writes each finding as a line of JSON. */
export const doctorCommand = command(Type.Object({}), async ({ store, stdout }) => {
  for (const finding of await checkStore(store)) stdout(JSON.stringify(finding));
});
