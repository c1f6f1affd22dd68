import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';

/** Checks values read from outside, such as a store, by their TypeBox schema. */

type Validator = typeof import('typebox/value').default;

const require = createRequire(import.meta.url);
let loaded: Validator | undefined;

/** Loads the validator on first use: its 300 modules take a twelfth of the startup time, and many graphs need none. */
function validator(): Validator {
  if (!loaded) {
    const module: typeof import('typebox/value') = require('typebox/value');
    loaded = module.default;
  }
  return loaded;
}

/** Whether a value matches a schema. */
export const check = <Shape extends TSchema>(shape: Shape, value: unknown): value is Static<Shape> =>
  validator().Check(shape, value);

/** @throws {Error} if the value does not match the schema */
export const parse = <Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> =>
  validator().Parse(shape, value);

/** A stored entry that is damaged: not JSON, or of another form. Its value is not in the message. */
export class DamagedEntry extends Error {
  override readonly name = 'DamagedEntry';

  constructor(what: string) {
    super(`A stored ${what} is damaged, and left out: it is not JSON, or of another form than this version writes.`);
  }
}

/** Reads a stored entry. @throws {DamagedEntry} */
export function parseStored<Shape extends TSchema>(what: string, shape: Shape, text: string): Static<Shape> {
  try {
    return parse(shape, JSON.parse(text));
  } catch {
    throw new DamagedEntry(what);
  }
}
