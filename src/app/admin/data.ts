import Type from 'typebox';
import { remapConnectors } from '../../service/mapping/remap-connectors.ts';
import { exportFile } from '../../store/export/export.ts';
import { exportKinds } from '../../store/export/pages.ts';
import { importFiles } from '../../store/import/import.ts';
import { loadSample, StoreNotEmpty } from '../../store/sample/load.ts';
import { CommandFailure } from '../command-failure.ts';
import { demandReplaceable, unusable } from '../named-file.ts';
import { command } from './command.ts';
import { teamId } from './shapes.ts';

/**
 * Imports files of records, given by absolute paths; invalid lines are written to `rejects`. Resolves once searches
 * find the records, including those of a search cluster.
 */
export const importCommand = command(
  Type.Object({
    files: Type.Array(Type.Object({ path: Type.String(), name: Type.String() }), { minItems: 1 }),
    strict: Type.Optional(Type.Boolean()),
    resume: Type.Optional(Type.Boolean()),
    team: Type.Optional(teamId),
    rejects: Type.String(),
  }),
  async ({ store, cluster, stdout, onProgress, signal }, { files, resume, team, rejects, strict }) => {
    const summary = await importFiles(
      store,
      files.map(({ path }) => path),
      {
        team,
        strict,
        resume,
        names: new Map(files.map(({ path, name }) => [path, name])),
        signal,
        rejectFile: rejects,
        onProgress: ({ bytes, totalBytes }) => onProgress({ step: 'bytes', done: bytes, total: totalBytes }),
      },
    ).catch((error: unknown) => {
      throw signal?.aborted ? new CommandFailure(stoppedEarly) : unusable(error);
    });
    const remapped =
      summary.touchedProfiles + summary.connections > 0 ? await remapConnectors(store.db, new Date()) : 0;
    await cluster?.drain();
    const { touchedProfiles: _, ...counts } = summary;
    stdout(
      JSON.stringify({
        ...counts,
        ...(summary.rejected + summary.leftOut + summary.unknownDates > 0 && { rejects }),
        connectorsToMap: remapped,
      }),
    );
    const { lines, rejected } = summary;
    if (lines > 0 && rejected === lines)
      throw new CommandFailure(
        `nothing was imported: none of the ${lines} lines could be read, and ${rejects} says why.`,
        2,
      );
    if (strict && rejected > 0)
      throw new CommandFailure(`${rejected} of ${lines} lines were refused: ${rejects} says why.`, 3);
  },
);

const stoppedEarly = 'the import was stopped after a complete batch: run the same command again.';

/** Exports all records into one file that `import` reads, given by an absolute path. */
export const exportCommand = command(
  Type.Object({
    file: Type.String(),
    team: Type.Optional(teamId),
    kinds: Type.Optional(Type.Array(Type.Enum([...exportKinds]), { minItems: 1 })),
  }),
  async ({ store, stdout, onProgress }, { file, team, kinds }) => {
    await demandReplaceable(file);
    const summary = await exportFile(store, file, {
      team,
      kinds,
      onProgress: ({ kind, lines }) => onProgress({ step: kind, done: lines, total: lines }),
    }).catch((error: unknown) => {
      throw unusable(error);
    });
    stdout(JSON.stringify({ file, ...summary }));
  },
);

/** Loads the sample records, and the demo teams with their keys, into an empty store. */
export const seedCommand = command(Type.Object({}), async ({ store, stdout, onProgress }) => {
  try {
    stdout(JSON.stringify(await loadSample(store, { onProgress })));
  } catch (error) {
    throw error instanceof StoreNotEmpty ? new CommandFailure(error.message) : error;
  }
});
