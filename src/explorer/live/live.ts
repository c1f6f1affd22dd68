import { signal } from '@preact/signals';
import type { Stream } from '../../sdk/document.ts';
import { headersFor } from '../graph/graph.ts';
import { openSocket, type Socket } from './socket.ts';

/** What the tab follows. */
interface Wanted {
  readonly key: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Listener {
  readonly onEvent: (data: Data) => void;
  /** Reads again what the events would have told. */
  readonly refetch: () => void;
}

/** An event's data: one member, whose `id` names the event where its stream can be resumed. */
type Data = Readonly<Record<string, { readonly id?: string; readonly final?: boolean } | null>>;

/** How many events a stream's latecomers get. */
const maxHistory = 200;

const pauseMs = { first: 500, longest: 10_000 };

/** How long a stream that nothing follows stays open, in milliseconds: going from page to page keeps it. */
const graceMs = 2000;

/** How many sockets have to fail, while the graph answers and none was open yet, until the tab does without. */
const maxFailedSockets = 2;

/** How often a tab without a socket reads again, in milliseconds. */
const refetchMs = 5_000;

/**
 * The tab's streams of events, all over one WebSocket. When it is lost, or closed since the session acts for another team, another
 * goes on behind the last event of each stream. Where no WebSocket opens but the graph answers, the tab reads again every five
 * seconds instead, while it is visible.
 */
export class Live {
  /** False from when the connection is lost until it is back. */
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

  /** @param session names the session, undefined where it is over; @param onRefused is called then */
  constructor(session: () => Promise<string | undefined>, onRefused: () => void) {
    this.#session = session;
    this.#onRefused = onRefused;
    // A page with a connection is not kept for Back.
    addEventListener('pagehide', () => this.#leave());
    addEventListener('pageshow', () => this.#comeBack());
  }

  /**
   * Calls back with each event, those that were seen already first, until the function returned is called. Without a
   * socket, `refetch` is called instead.
   */
  follow<Event extends Data, Variables extends Readonly<Record<string, unknown>>>(
    { text }: Stream<Event, Variables>,
    variables: Variables,
    onEvent: (data: Event) => void,
    refetch: () => void,
  ): () => void {
    const key = JSON.stringify([text, variables]);
    const listeners = this.#listeners.get(key) ?? new Set();
    // Events of this key have the shape that its document selects.
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
    // Where a stream can't be resumed, its last event is all there is to know.
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
      // Where one was open, they pass.
      onOpened: () => {
        this.#failedSockets = Number.NEGATIVE_INFINITY;
      },
      onConnected: () => {
        this.connected.value = true;
      },
    });
    const socket = this.#socket;
    const isCurrent = () => this.#socket === socket && this.#streams.has(key);
    // The stream is over for good, but stays in the history.
    const complete = () => isCurrent() && this.#wanted.delete(key);
    const stop = socket.subscribe<Data>(
      { query: text, variables: { ...variables, ...after } },
      {
        next: ({ data }) => {
          this.#pauseMs = pauseMs.first;
          if (data) this.#note(wanted, data);
        },
        error: (error) => {
          // Errors of an operation end it alone; what ends one otherwise has ended all.
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

  /** Tries again after a pause, which grows until something is heard. */
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

/** Whether a document asks for events behind one that was seen. */
const canResume = (text: string): boolean => text.includes('$after');
