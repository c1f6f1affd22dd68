import { readSnapshot, type Snapshot } from '../../telemetry/snapshot.ts';

/** How far a long step of the start has come. */
export interface Progress {
  /** What is being made, in the words shown to people: "people", "connections". */
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** Where what a child process opened is found. */
export interface Ready {
  readonly url: string;
  /** The demo keys are valid there. */
  readonly demoKeys: boolean;
}

/** What a child process tells its parent. */
export type FromChild =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | ({ readonly kind: 'ready' } & Ready)
  /** The start cannot go on; the sentence is for the person at the terminal. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** The answer to `measure`. */
  | { readonly kind: 'measured'; readonly snapshot: Snapshot }
  /** The answer to a ping. */
  | { readonly kind: 'alive' };

/**
 * `measure`: tell what was measured. `stop`: finish what is in flight and end. A message, since some systems have no signal
 * that can be heard. `retire`: a stop is near, and others accept connections already unless it is to go on doing so. `reload`: take up what these variables say, as far as that goes.
 */
export type ToChild =
  | { readonly kind: 'ping' }
  | { readonly kind: 'measure' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'retire'; readonly accepting: boolean }
  | { readonly kind: 'reload'; readonly env: Readonly<Record<string, string>> };

/** The other end of the channel, as the child process sees it. */
export interface Parent {
  /** Resolves when it has been handed on, or when nobody is there to take it. */
  send(message: FromChild): Promise<void>;
  onMessage(listener: (message: unknown) => void): void;
  /** The other end is gone, however it ended. */
  onGone(listener: () => void): void;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isEnvironment = (value: unknown): value is Readonly<Record<string, string>> =>
  isFields(value) && Object.values(value).every((one) => typeof one === 'string');

/** Undefined: not a message of ours. */
export const parseFromChild = (value: unknown): FromChild | undefined => {
  if (!isFields(value)) return undefined;
  const { kind, progress, url, demoKeys, sentence } = value;
  if (kind === 'alive') return { kind };
  if (kind === 'measured') {
    const snapshot = readSnapshot(value.snapshot);
    return snapshot && { kind, snapshot };
  }
  if (kind === 'refused' && typeof sentence === 'string') return { kind, sentence };
  if (kind === 'ready' && typeof url === 'string' && typeof demoKeys === 'boolean') return { kind, url, demoKeys };
  if (kind !== 'progress' || !isFields(progress)) return undefined;
  const { step, done, total } = progress;
  if (typeof step !== 'string' || typeof done !== 'number' || typeof total !== 'number') return undefined;
  return { kind, progress: { step, done, total } };
};

/** Undefined: not a message of ours. */
export const parseToChild = (value: unknown): ToChild | undefined => {
  if (!isFields(value)) return undefined;
  const { kind, env, accepting } = value;
  if (kind === 'ping' || kind === 'measure' || kind === 'stop') return { kind };
  if (kind === 'retire' && typeof accepting === 'boolean') return { kind, accepting };
  return kind === 'reload' && isEnvironment(env) ? { kind, env } : undefined;
};
