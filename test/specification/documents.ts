import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Unit, unitsOf } from './units.ts';

/**
 * The documents stand beside the repository, never in it: what is quoted of them is proven to stand there where they are
 * at hand (KITH_SHARED_DATA names their `data` directory), and the rows hold wherever they are not.
 */
const data = resolve(process.env.KITH_SHARED_DATA ?? resolve(import.meta.dirname, '../../../shared/data'));
const beside = (path: string): URL => new URL(path, pathToFileURL(`${data}/`));

export interface Document {
  readonly name: string;
  readonly units: readonly Unit[] | undefined;
}

export const specification: Document = {
  name: 'the specification',
  units: unitsOf(beside('../spec/interface-specification.md')),
};

export const silentPoints: Document = {
  name: 'the silent points',
  units: unitsOf(beside('../silent-points.md')),
};
