import { type Unit, unitsOf } from './units.ts';

export interface Document {
  readonly name: string;
  readonly units: readonly Unit[];
}

const document = (name: string, file: string): Document => ({
  name,
  units: unitsOf(new URL(`documents/${file}`, import.meta.url)),
});

export const specification = document('the specification', 'interface-specification.md');
export const silentPoints = document('the silent points', 'silent-points.md');
