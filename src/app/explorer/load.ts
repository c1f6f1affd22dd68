import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExplorerFiles } from './explorer-files.ts';

/** Directory of the built explorer in a package; undefined in a checkout, which only has the sources. */
const built = import.meta.filename.endsWith('.ts') ? undefined : join(import.meta.dirname, '../../explorer');

/** Loads the explorer from a directory written by `writeExplorer`; without one, bundles the sources. */
export async function loadExplorer(directory: string | undefined = built): Promise<ExplorerFiles> {
  if (directory !== undefined) return readExplorer(directory);
  const { bundleExplorer } = await import('./bundle.ts');
  return bundleExplorer();
}

async function readExplorer(directory: string): Promise<ExplorerFiles> {
  const names = await readdir(join(directory, 'assets'));
  const files = await Promise.all(
    names.map(async (name) => ({
      path: `/assets/${name}`,
      text: await readFile(join(directory, 'assets', name), 'utf8'),
    })),
  );
  return { html: await readFile(join(directory, 'index.html'), 'utf8'), files };
}
