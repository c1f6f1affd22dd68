import { features } from './features/index.ts';
import type { BuiltSchema } from './schema/index.ts';

let opened: Promise<BuiltSchema> | undefined;

/** The schema of the core and all features, built once for all graphs of a process. */
export function openSchema(): Promise<BuiltSchema> {
  opened ??= build();
  return opened;
}

async function build(): Promise<BuiltSchema> {
  const { buildSchema } = await import('./schema/index.ts');
  for (const { fields } of features) await fields?.();
  return buildSchema();
}
