import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import type { SearchCluster } from '../../service/search/opensearch/open.ts';
import type { Store } from '../../store/open.ts';
import { Refused } from '../../store/team/refused.ts';
import type { Audit } from '../../telemetry/audit.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Progress } from '../progress.ts';

/** Context of a command, the same in the terminal's process and in the service that has the store open. */
export interface CommandContext {
  readonly store: Store;
  /** The configured search cluster, if any. */
  readonly cluster?: SearchCluster | undefined;
  readonly audit?: Audit | undefined;
  /** Aborts to end the command early. */
  readonly signal?: AbortSignal | undefined;
  /** Writes a line of the answer. */
  stdout(line: string): void;
  onProgress(progress: Progress): void;
}

export interface Command {
  /** @throws {CommandFailure} with a sentence, for errors that the person at the terminal can fix */
  run(context: CommandContext, argument: unknown): Promise<void>;
}

/**
 * Binds the schema of a command's argument to the function that runs it.
 *
 * @example
 * export const listKeysCommand = command(Type.Object({ team: teamId }), async ({ store, stdout }, { team }) => {
 *   for (const key of await listKeys(store.db, team)) stdout(JSON.stringify(key));
 * });
 */
export const command = <Shape extends TSchema>(
  shape: Shape,
  run: (context: CommandContext, argument: Static<Shape>) => Promise<void>,
): Command => ({
  run: async (context, argument) => {
    if (!Value.Check(shape, argument)) {
      const sentences = Value.Errors(shape, argument).map((error) => {
        const name = error.instancePath.slice(1) || 'argument';
        if (error.keyword !== 'enum') return `${name}: ${error.message}.`;
        return `${name.replace(/\/.*/, '')}: must be one of ${error.params.allowedValues.join(', ')}.`;
      });
      throw new CommandFailure(sentences.join('\n  '));
    }
    await run(context, argument).catch((error: unknown) => {
      throw error instanceof Refused ? new CommandFailure(error.message) : error;
    });
  },
});
