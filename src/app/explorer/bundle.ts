import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExplorerFiles } from './explorer-files.ts';

/** URL path of the scripts. */
const assetsPath = '/assets/';

const sources = join(import.meta.dirname, '../../explorer');

/**
 * Bundles the explorer from its sources, in memory, in about half a second. File names contain a content hash, so
 * browsers can cache them as immutable. Only a checkout has esbuild; the package contains the output of
 * `writeExplorer`.
 */
export async function bundleExplorer(): Promise<ExplorerFiles> {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: { explorer: join(sources, 'main.tsx'), style: join(sources, 'style/style.css') },
    outdir: '/',
    absWorkingDir: sources,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    write: false,
    legalComments: 'none',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
  });
  const isStyle = ({ path }: { readonly path: string }) => path.endsWith('.css');
  const files = outputFiles
    .filter((file) => !isStyle(file))
    .map(({ path, text }) => ({ path: assetsPath + basename(path), text }));
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === 'main.tsx');
  if (!entry) throw new Error('The explorer’s bundle has no script for main.tsx.');
  const [script, { imports }] = entry;
  const html = page({
    script: assetsPath + basename(script),
    preloads: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => assetsPath + basename(path)),
    style: outputFiles.find(isStyle)?.text.trim() ?? '',
  });
  return { html, files };
}

/** Writes the bundle into a directory, for the package. */
export async function writeExplorer(directory: string): Promise<void> {
  const { html, files } = await bundleExplorer();
  await mkdir(join(directory, assetsPath), { recursive: true });
  await writeFile(join(directory, 'index.html'), html);
  await Promise.all(files.map(({ path, text }) => writeFile(join(directory, path), text)));
}

interface Entries {
  readonly script: string;
  /** Chunks that the script imports statically. */
  readonly preloads: readonly string[];
  /** The style sheet's text, inlined so that a slow connection paints the frame with the first response. */
  readonly style: string;
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M7 16 25 7M7 16l18 9' stroke='%230f766e' stroke-width='3'/%3E%3Ccircle cx='7' cy='16' r='5' fill='%230f766e'/%3E%3Ccircle cx='25' cy='7' r='4' fill='%230f766e'/%3E%3Ccircle cx='25' cy='25' r='4' fill='%230f766e'/%3E%3C/svg%3E";

const page = ({ script, preloads, style }: Entries): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Who on your team can introduce you to whom.">
<title>Kith</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
${preloads.map((path) => `<link rel="modulepreload" href="${path}">\n`).join('')}<script type="module" src="${script}"></script>
</head>
<body>
<noscript>The explorer needs JavaScript.</noscript>
<div id="root"><div class="shell"><div class="side"><div class="side-top"><span class="brand">Kith</span></div></div><main></main></div></div>
</body>
</html>
`;
