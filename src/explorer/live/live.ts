import { signal } from '@preact/signals';
import type { Stream } from '../../sdk/document.ts';
import { headersFor } from '../graph/graph.ts';
import { openSocket, type Socket } from './socket.ts';

/** A subscription of this tab. */
interface Wanted {
  readonly key: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Listener {
  readonly onEvent: (data: Data) => void;
  /** Reads again what missed events would have shown. */
  readonly refetch: () => void;
}

/** Data of an event: one member, with an `id` if the stream can be resumed from it. */
type Data = Readonly<Record<string, { readonly id?: string; readonly final?: boolean } | null>>;

/** Number of past events that later listeners of a stream receive. */
const maxHistory = 200;

const pauseMs = { first: 500, longest: 10_000 };

/** How long a stream without listeners stays open, in milliseconds, so that navigation does not close it. */
const graceMs = 2000;

/** Number of sockets that must fail, while the graph answers and none has opened, before the tab polls instead. */
const maxFailedSockets = 2;

/** Polling interval of a tab without a socket, in milliseconds. */
const refetchMs = 5_000;

/**
 * The tab's event streams, over one WebSocket. If it is lost, or closed because the session switches teams, a new one
 * resumes each stream after its last event. If no WebSocket opens although the graph answers, the tab polls every five
 * seconds while it is visible.
 */
export class Live {
  /** False from the loss of the connection until it is restored. */
  readonly connected = signal(true);
  readonly #session: () => Promise<string | undefined>;
  readonly #onRefused: () => void;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #history = new Map<string, Data[]>();
  readonly #streams = new Map<string, () => void>();
  #socket: Socket | undefined;
  #isPolling = false;
  #failedSockets = 0;
  #isAway = false;
  #pauseMs = pauseMs.first;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param session resolves with the session's name, undefined once it has ended
   * @param onRefused is called when it has ended
   */
  constructor(session: () => Promise<string | undefined>, onRefused: () => void) {
    this.#session = session;
    this.#onRefused = onRefused;
    // Browsers do not keep a page with an open connection for Back.
    addEventListener('pagehide', () => this.#leave());
    addEventListener('pageshow', () => this.#comeBack());
  }

  /**
   * Calls back with each event, past ones first, until the returned function is called. Without a socket, `refetch` is
   * called instead.
   */
  follow<Event extends Data, Variables extends Readonly<Record<string, unknown>>>(
    { text }: Stream<Event, Variables>,
    variables: Variables,
    onEvent: (data: Event) => void,
    refetch: () => void,
  ): () => void {
    const key = JSON.stringify([text, variables]);
    const listeners = this.#listeners.get(key) ?? new Set();
    // Safe: events of this key have the shape of its document.
    const listener: Listener = { onEvent: (data) => onEvent(data as Event), refetch };
    this.#listeners.set(key, listeners.add(listener));
    for (const data of this.#history.get(key) ?? []) listener.onEvent(data);
    const wanted = { key, text, variables };
    this.#wanted.set(key, wanted);
    this.#follow(wanted);
    return () => {
      listeners.delete(listener);
      setTimeout(() => listeners.size === 0 && this.#end(key), graceMs);
    };
  }

  #end(key: string): void {
    const stop = this.#streams.get(key);
    this.#wanted.delete(key);
    this.#streams.delete(key);
    stop?.();
  }

  #note({ key, text }: Wanted, data: Data): void {
    const seen = this.#history.get(key) ?? [];
    // Without resumption, only the last event of a stream is relevant.
    this.#history.set(key, canResume(text) ? [...seen, data].slice(-maxHistory) : [data]);
    for (const { onEvent } of this.#listeners.get(key) ?? []) onEvent(data);
  }

  #follow(wanted: Wanted): void {
    const { key, text, variables } = wanted;
    if (this.#isAway || this.#isPolling || this.#retry !== undefined || this.#streams.has(key)) return;
    const last = this.#history.get(key)?.at(-1);
    const after = canResume(text) && last ? { after: idIn(last) } : {};
    this.#socket ??= openSocket({
      headers: headersFor(0),
      // Once one has opened, sockets evidently work here.
      onOpened: () => {
        this.#failedSockets = Number.NEGATIVE_INFINITY;
      },
      onConnected: () => {
        this.connected.value = true;
      },
    });
    const socket = this.#socket;
    const isCurrent = () => this.#socket === socket && this.#streams.has(key);
    // The stream has ended for good, but its history remains.
    const complete = () => isCurrent() && this.#wanted.delete(key);
    const stop = socket.subscribe<Data>(
      { query: text, variables: { ...variables, ...after } },
      {
        next: ({ data }) => {
          this.#pauseMs = pauseMs.first;
          if (data) this.#note(wanted, data);
        },
        error: (error) => {
          // Errors of an operation are an array and end only that operation; anything else ends the connection.
          if (Array.isArray(error)) complete();
          else if (isCurrent()) this.#lost();
        },
        complete,
      },
    );
    this.#streams.set(key, stop);
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#streams.clear();
    socket?.dispose();
  }

  #lost(): void {
    this.#failedSockets += 1;
    this.connected.value = false;
    this.#close();
    this.#later();
  }

  /** Reconnects after a delay, which grows until something is received. */
  #later(): void {
    this.#retry = setTimeout(() => this.#again(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, pauseMs.longest);
  }

  async #again(): Promise<void> {
    try {
      if ((await this.#session()) === undefined) {
        this.#onRefused();
        return;
      }
      if (this.#failedSockets >= maxFailedSockets) return this.#poll();
    } catch {
      this.#later();
      return;
    }
    this.#retry = undefined;
    this.#followAll();
  }

  #poll(): void {
    this.#retry = undefined;
    this.#isPolling = true;
    this.connected.value = true;
    const refetchAll = (): void => {
      if (this.#isAway || document.hidden) return;
      for (const listeners of this.#listeners.values()) for (const { refetch } of listeners) refetch();
    };
    refetchAll();
    setInterval(refetchAll, refetchMs);
  }

  #followAll(): void {
    for (const wanted of this.#wanted.values()) this.#follow(wanted);
  }

  #leave(): void {
    this.#isAway = true;
    this.#close();
  }

  #comeBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#followAll();
  }
}

const idIn = (data: Data): string | undefined => Object.values(data)[0]?.id;

/** Whether a document can resume after an event. */
const canResume = (text: string): boolean => text.includes('$after');
