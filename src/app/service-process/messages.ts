/** How far a long step of the start has come. */
export interface Progress {
  /** What is being made, in the words shown to people: "people", "connections". */
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

/** What the service's process tells the one that started it. */
export type FromService =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'ready'; readonly url: string; readonly demoKeys: boolean }
  /** The start cannot go on; the sentence is for the person at the terminal. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** The answer to a ping: the store has answered too. */
  | { readonly kind: 'alive' };

export type ToService = { readonly kind: 'ping' };

/** The other end of the channel, as the service's process sees it. */
export interface Parent {
  /** Resolves when it has been handed on, or when nobody is there to take it. */
  send(message: FromService): Promise<void>;
  onMessage(listener: (message: unknown) => void): void;
  /** The other end is gone, however it ended. */
  onGone(listener: () => void): void;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Undefined: not a message of ours. */
export const parseFromService = (value: unknown): FromService | undefined => {
  if (!isFields(value)) return undefined;
  const { kind, progress, url, demoKeys, sentence } = value;
  if (kind === 'alive') return { kind };
  if (kind === 'refused' && typeof sentence === 'string') return { kind, sentence };
  if (kind === 'ready' && typeof url === 'string' && typeof demoKeys === 'boolean') return { kind, url, demoKeys };
  if (kind !== 'progress' || !isFields(progress)) return undefined;
  const { step, done, total } = progress;
  if (typeof step !== 'string' || typeof done !== 'number' || typeof total !== 'number') return undefined;
  return { kind, progress: { step, done, total } };
};

export const isPing = (value: unknown): boolean => isFields(value) && value.kind === 'ping';
