import { signal } from '@preact/signals';
import type { Stream } from '../../sdk/document.ts';
import { headersFor } from '../graph/graph.ts';
import type { EventConnection, OpenConnection } from './connection.ts';
import { openSocket } from './socket.ts';

/** What the tab follows. */
interface Wanted {
  readonly key: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An event's data: one member, whose `id` names the event where its stream can be resumed. */
type Data = Readonly<Record<string, { readonly id?: string } | null>>;

/** How many events a stream's latecomers get. */
const maxHistory = 200;

const pauseMs = { first: 500, longest: 10_000 };

/** How long a stream that nothing follows stays open, in milliseconds: going from page to page keeps it. */
const graceMs = 2000;

/** How many sockets have to fail, while the graph answers and none was open yet, until the tab does without. */
const maxFailedSockets = 2;

/**
 * The tab's streams of events, all over one WebSocket. When it is lost, or closed since the session acts for another team, another
 * goes on behind the last event of each stream. Where no WebSocket opens but the graph answers, all streams are in one of
 * server-sent events, of which a browser opens six to a host: a tab has it only while it is visible.
 */
export class Live {
  /** False from when the connection is lost until it is back. */
  readonly connected = signal(true);
  readonly #session: () => Promise<string | undefined>;
  readonly #onRefused: () => void;
  readonly #listeners = new Map<string, Set<(data: Data) => void>>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #history = new Map<string, Data[]>();
  readonly #streams = new Map<string, () => void>();
  #open: OpenConnection = openSocket;
  #connection: EventConnection | undefined;
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
    document.addEventListener('visibilitychange', () => {
      if (this.#open === openSocket) return;
      if (document.hidden) this.#leave();
      else this.#comeBack();
    });
  }

  /** Calls back with each event, those that were seen already first, until the function returned is called. */
  follow<Event extends Data, Variables extends Readonly<Record<string, unknown>>>(
    { text }: Stream<Event, Variables>,
    variables: Variables,
    listener: (data: Event) => void,
  ): () => void {
    const key = JSON.stringify([text, variables]);
    const listeners = this.#listeners.get(key) ?? new Set();
    // Events of this key have the shape that its document selects.
    const call = (data: Data) => listener(data as Event);
    this.#listeners.set(key, listeners.add(call));
    for (const data of this.#history.get(key) ?? []) call(data);
    const wanted = { key, text, variables };
    this.#wanted.set(key, wanted);
    this.#follow(wanted);
    return () => {
      listeners.delete(call);
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
    for (const listener of this.#listeners.get(key) ?? []) listener(data);
  }

  #follow(wanted: Wanted): void {
    const { key, text, variables } = wanted;
    if (this.#isAway || this.#retry !== undefined || this.#streams.has(key)) return;
    const last = this.#history.get(key)?.at(-1);
    const after = canResume(text) && last ? { after: idIn(last) } : {};
    this.#connection ??= this.#open({
      headers: headersFor(0),
      // Where one was open, they pass.
      onOpened: () => {
        this.#failedSockets = Number.NEGATIVE_INFINITY;
      },
      onConnected: () => {
        this.connected.value = true;
      },
    });
    const connection = this.#connection;
    const isCurrent = () => this.#connection === connection && this.#streams.has(key);
    // The stream is over for good, but stays in the history.
    const complete = () => isCurrent() && this.#wanted.delete(key);
    const stop = connection.subscribe<Data>(
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
    const connection = this.#connection;
    this.#connection = undefined;
    this.#streams.clear();
    connection?.dispose();
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
      if (this.#open === openSocket && this.#failedSockets >= maxFailedSockets)
        this.#open = (await import('./event-stream.ts')).openEventStream;
    } catch {
      this.#later();
      return;
    }
    this.#retry = undefined;
    this.#followAll();
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
