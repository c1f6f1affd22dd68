import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import type { SearchCluster } from '../../service/search/opensearch/open.ts';
import type { Store } from '../../store/open.ts';
import { Refused } from '../../store/team/refused.ts';
import type { Audit } from '../../telemetry/audit.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Progress } from '../progress.ts';

/** What a command works with, wherever it runs: at the terminal, or in the service that has the store open. */
export interface CommandContext {
  readonly store: Store;
  /** The search cluster that the configuration names, if it names one. */
  readonly cluster?: SearchCluster | undefined;
  readonly audit?: Audit | undefined;
  /** Aborted when the command is to end early. */
  readonly signal?: AbortSignal | undefined;
  /** Writes a line of the answer. */
  stdout(line: string): void;
  onProgress(progress: Progress): void;
}

export interface Command {
  /** Throws `CommandFailure` with a sentence for whatever the person at the terminal can see to. */
  run(context: CommandContext, argument: unknown): Promise<void>;
}

/** Binds the shape of a command's argument to the function that carries it out. */
export const command = <Shape extends TSchema>(
  shape: Shape,
  run: (context: CommandContext, argument: Static<Shape>) => Promise<void>,
): Command => ({
  run: async (context, argument) => {
    if (!Value.Check(shape, argument)) {
      const sentences = Value.Errors(shape, argument).map(({ instancePath, message }) => {
        const name = instancePath.slice(1) || 'argument';
        return `${name}: ${message}.`;
      });
      throw new CommandFailure(sentences.join('\n  '));
    }
    await run(context, argument).catch((error: unknown) => {
      throw error instanceof Refused ? new CommandFailure(error.message) : error;
    });
  },
});
