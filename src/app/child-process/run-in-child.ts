import type { Environment } from '../../config/read-settings.ts';
import type { Snapshot } from '../../telemetry/snapshot.ts';
import { CommandFailure } from '../command-failure.ts';
import { type Parent, parseToChild, type Ready } from './messages.ts';

/** What a child process opens, and closes when it ends. */
export interface ChildProgram extends Ready {
  close(): Promise<void>;
  /** Rejects when it can't go on. */
  readonly lost?: Promise<void> | undefined;
  /** Resolves when it has shown that it is alive; without it, that the process answers is enough. */
  readonly lives?: () => Promise<unknown>;
  /** What it has measured; absent where nothing is. */
  readonly measured?: (() => Promise<Snapshot>) | undefined;
  /** Says that it is about to close, and goes on answering. */
  readonly retire?: (options: { readonly accepting: boolean }) => void;
  /** Takes up what these variables say; without it, nothing changes while it runs. */
  readonly reload?: (env: Environment) => Promise<void>;
}

/**
 * Opens something in a child process: reports how the start goes, answers pings, and ends when it is
 * told to or when its parent is gone.
 *
 * @throws where what it has opened can't go on
 */
export const runInChild = async (
  parent: Parent,
  stop: AbortSignal,
  open: () => Promise<ChildProgram>,
): Promise<void> => {
  const end = Promise.withResolvers<undefined>();
  if (stop.aborted) end.resolve(undefined);
  stop.addEventListener('abort', () => end.resolve(undefined));
  parent.onGone(() => end.resolve(undefined));

  let opened: ChildProgram | undefined;
  let latest: Environment | undefined;
  const reload = (env: Environment): void => {
    latest = env;
    void opened?.reload?.(env);
  };
  parent.onMessage((message) => {
    const said = parseToChild(message);
    if (said?.kind === 'stop') end.resolve(undefined);
    if (said?.kind === 'measure')
      void opened?.measured?.().then(
        (snapshot) => parent.send({ kind: 'measured', snapshot }),
        // Who asked goes on with what was measured before.
        () => undefined,
      );
    if (said?.kind === 'reload') reload(said.env);
    if (said?.kind === 'retire') opened?.retire?.(said);
    if (said?.kind !== 'ping') return;
    // Only what does not answer at all counts as hung; what answers with an error is alive.
    const pong = (): Promise<void> => parent.send({ kind: 'alive' });
    void (opened?.lives ? opened.lives().then(pong, pong) : pong());
  });

  try {
    // A start that is told to end is left where it is: the process ends with it.
    opened = await Promise.race([open(), end.promise]);
    if (opened === undefined) return;
    // What was to be taken up while it opened.
    if (latest) await opened.reload?.(latest);
    await parent.send({ kind: 'ready', url: opened.url, demoKeys: opened.demoKeys });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    await parent.send({ kind: 'refused', sentence: error.message });
    return;
  }
  try {
    await Promise.race([end.promise, ...(opened.lost ? [opened.lost] : [])]);
  } finally {
    await opened.close();
  }
};
