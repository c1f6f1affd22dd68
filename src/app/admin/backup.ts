import Type from 'typebox';
import { backUp } from '../backup/backup.ts';
import { demandReplaceable, unusable } from '../named-file.ts';
import { command } from './command.ts';

/** Backs up everything into one file, given by an absolute path. */
export const backupCommand = command(
  Type.Object({
    file: Type.String(),
    withSecret: Type.Boolean(),
    withRecords: Type.Boolean(),
    graph: Type.Object({
      url: Type.String(),
      secrets: Type.Object({
        secret: Type.String(),
        accepted: Type.Optional(Type.String()),
        identity: Type.Optional(Type.String()),
      }),
      socket: Type.Optional(Type.String()),
      dataDir: Type.String(),
    }),
  }),
  async ({ store, stdout }, options) => {
    await demandReplaceable(options.file);
    const about = await backUp(store, options).catch((error: unknown) => {
      throw unusable(error);
    });
    stdout(JSON.stringify({ file: options.file, ...about }));
  },
);
