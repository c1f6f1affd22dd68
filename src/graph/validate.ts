import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';

type Validator = typeof import('typebox/value').default;

const require = createRequire(import.meta.url);
let loaded: Validator | undefined;

/** Loaded with the first value: its 300 modules would be a twelfth of each start, and many graphs read nothing back. */
function validator(): Validator {
  if (!loaded) {
    const module: typeof import('typebox/value') = require('typebox/value');
    loaded = module.default;
  }
  return loaded;
}

/** Whether a value has a shape. */
export const check = <Shape extends TSchema>(shape: Shape, value: unknown): value is Static<Shape> =>
  validator().Check(shape, value);

/** @throws {Error} where the value has another shape */
export const parse = <Shape extends TSchema>(shape: Shape, value: unknown): Static<Shape> =>
  validator().Parse(shape, value);
