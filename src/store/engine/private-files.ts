import { mkdirSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** How Emscripten's file system on Node's sets modes. */
interface Operations {
  mknod?(parent: unknown, name: string, mode: number, device: number): unknown;
  setattr(node: unknown, attributes: { mode?: number }): void;
}

const ofOthers = 0o077;

/**
 * PGlite's files in a directory, for their owner alone. Emscripten knows no umask and sets the mode that the program
 * asks for after a file is made (0666 where that is `fopen`), so the process's umask does not bound it: each mode is
 * masked on its way.
 */
export class PrivateFiles extends NodeFS {
  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    super(directory);
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const { preRun = [] } = emscriptenOpts;
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [({ NODEFS }) => maskModes(NODEFS), ...preRun] } };
  }
}

function maskModes({ node_ops, stream_ops }: { node_ops: Operations; stream_ops: Operations }): void {
  for (const operations of [node_ops, stream_ops]) {
    const { mknod, setattr } = operations;
    operations.setattr = (node, attributes) => {
      const { mode } = attributes;
      setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~ofOthers });
    };
    if (mknod) operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~ofOthers, device);
  }
}
