/** Prints, as JSON, the schema of the core, and then that of each feature’s step. */
import { features } from '../../../../src/graph/features/index.ts';
import { buildSchema, sdlOf } from '../../../../src/graph/schema/index.ts';

const steps = [{ name: 'core', sdl: sdlOf(buildSchema()) }];
for (const { name, fields } of features) {
  await fields?.();
  steps.push({ name, sdl: sdlOf(buildSchema()) });
}
process.stdout.write(JSON.stringify(steps));
