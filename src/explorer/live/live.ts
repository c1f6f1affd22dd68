import { signal } from '@preact/signals';
import { type Client, createClient } from 'graphql-sse';
import type { Stream } from '../../sdk/document.ts';
import { headersFor } from '../graph/graph.ts';

/** What a tab follows. */
interface Wanted {
  readonly key: string;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An event's data: one member, whose `id` names the event where its stream can be resumed. */
type Data = Readonly<Record<string, { readonly id?: string } | null>>;

/** What the tabs of one session tell each other. */
type Message =
  | { readonly kind: 'want'; readonly wanted: Wanted }
  /** An answer to `who`. */
  | { readonly kind: 'keep'; readonly wanted: Wanted }
  /** A tab no longer follows something; others may. */
  | { readonly kind: 'leave'; readonly key: string }
  /** The leader asks what is wanted. */
  | { readonly kind: 'who' }
  | { readonly kind: 'event'; readonly key: string; readonly data: Data }
  | { readonly kind: 'connected'; readonly connected: boolean };

/** How many events a stream's latecomers get. */
const longestHistory = 200;

const pauseMs = { first: 500, longest: 10_000 };

/** How long other tabs have to say that they want a stream still, in milliseconds: going from page to page keeps it, too. */
const graceMs = 2000;

/**
 * Streams of events, shared by all tabs of one session: browsers open six connections to a host, and each stream would take
 * one. The tab that holds a lock is the leader: it has one connection for all streams (graphql-sse's single connection mode)
 * and broadcasts their events. When it closes, another tab gets the lock, and goes on behind the last event that it has seen.
 * A stream that no tab follows any more ends.
 */
export class Live {
  /** False from when the connection is lost until it is back. */
  readonly connected = signal(true);
  #channel: BroadcastChannel | undefined;
  readonly #listeners = new Map<string, Set<(data: Data) => void>>();
  /** What this tab follows, and as the leader all that any tab does. */
  readonly #wanted = new Map<string, Wanted>();
  readonly #history = new Map<string, Data[]>();
  readonly #streams = new Map<string, () => void>();
  /** Streams of which the leader waits to hear whether they are wanted still. */
  readonly #doubted = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #onRefused: () => void;
  #client: Client<true> | undefined;
  #pauseMs = pauseMs.first;
  #leads = false;

  /** @param session names the session, whose tabs share the streams; @param onRefused is called when it is over */
  constructor(session: () => Promise<string | undefined>, onRefused: () => void) {
    this.#onRefused = onRefused;
    const begin = (): void => {
      session().then(
        (id) => {
          if (id === undefined) onRefused();
          else this.#join(`kith ${id}`);
        },
        () => {
          this.connected.value = false;
          this.#later(begin);
        },
      );
    };
    begin();
  }

  /** Tries again after a pause, which grows until something is heard. */
  #later(act: () => void): void {
    setTimeout(act, this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, pauseMs.longest);
  }

  #join(name: string): void {
    this.#channel = new BroadcastChannel(name);
    this.connected.value = true;
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    for (const wanted of this.#wanted.values()) this.#send({ kind: 'want', wanted });
    // A tab that closes, or goes elsewhere, says so.
    addEventListener('pagehide', () => {
      for (const key of this.#wanted.keys()) this.#send({ kind: 'leave', key });
    });
    navigator.locks.request(name, () => {
      this.#leads = true;
      this.#send({ kind: 'who' });
      for (const wanted of this.#wanted.values()) this.#open(wanted);
      // Held until the tab closes.
      return new Promise(() => undefined);
    });
  }

  #send(message: Message): void {
    this.#channel?.postMessage(message);
  }

  /** Calls back with each event, those that were seen already first, until the function returned is called. */
  follow<Event extends Data, Variables extends Readonly<Record<string, unknown>>>(
    { text }: Stream<Event, Variables>,
    variables: Variables,
    listener: (data: Event) => void,
  ): () => void {
    const wanted = { key: JSON.stringify([text, variables]), text, variables };
    const { key } = wanted;
    const listeners = this.#listeners.get(key) ?? new Set();
    // Events of this key have the shape that its document selects.
    const call = (data: Data) => listener(data as Event);
    this.#listeners.set(key, listeners.add(call));
    for (const data of this.#history.get(key) ?? []) call(data);
    this.#want(wanted);
    if (!this.#leads) this.#send({ kind: 'want', wanted });
    return () => {
      listeners.delete(call);
      if (listeners.size > 0) return;
      if (this.#leads) this.#doubt(key);
      else {
        this.#wanted.delete(key);
        this.#send({ kind: 'leave', key });
      }
    };
  }

  #want(wanted: Wanted): void {
    this.#wanted.set(wanted.key, wanted);
    clearTimeout(this.#doubted.get(wanted.key));
    this.#doubted.delete(wanted.key);
    if (this.#leads) this.#open(wanted);
  }

  /** Ends a stream, unless this tab follows it, or another says in time that it does. */
  #doubt(key: string): void {
    if (this.#listeners.get(key)?.size || this.#doubted.has(key)) return;
    this.#send({ kind: 'who' });
    const end = (): void => {
      this.#doubted.delete(key);
      this.#wanted.delete(key);
      this.#streams.get(key)?.();
      this.#streams.delete(key);
    };
    this.#doubted.set(key, setTimeout(end, graceMs));
  }

  #hear(message: Message): void {
    if (message.kind === 'connected') this.connected.value = message.connected;
    else if (message.kind === 'event') this.#note(message.key, message.data);
    else if (message.kind === 'who') for (const wanted of this.#wanted.values()) this.#send({ kind: 'keep', wanted });
    else if (!this.#leads) return;
    else if (message.kind === 'leave') this.#doubt(message.key);
    else {
      const { kind, wanted } = message;
      const { key } = wanted;
      if (kind === 'want') for (const data of this.#history.get(key) ?? []) this.#send({ kind: 'event', key, data });
      this.#want(wanted);
    }
  }

  /** Each event once, whoever tells of it. */
  #note(key: string, data: Data): void {
    const seen = this.#history.get(key) ?? [];
    const id = idIn(data);
    const resumes = canResume(this.#wanted.get(key));
    if (resumes && seen.some((one) => idIn(one) === id)) return;
    // Where a stream can't be resumed, its last event is all there is to know.
    this.#history.set(key, resumes ? [...seen, data].slice(-longestHistory) : [data]);
    for (const listener of this.#listeners.get(key) ?? []) listener(data);
  }

  #open(wanted: Wanted): void {
    const { key, text, variables } = wanted;
    if (this.#streams.has(key)) return;
    const last = this.#history.get(key)?.at(-1);
    const after = canResume(wanted) && last ? { after: idIn(last) } : {};
    this.#client ??= createClient({
      singleConnection: true,
      url: '/graphql/stream',
      credentials: 'same-origin',
      // It adds the token of its connection to what it gets.
      headers: () => headersFor(0),
      retryAttempts: 0,
      on: { connected: () => this.#tell(true) },
    });
    const client = this.#client;
    const stop = client.subscribe<Data, unknown>(
      { query: text, variables: { ...variables, ...after } },
      {
        next: ({ data }) => {
          this.#pauseMs = pauseMs.first;
          if (!data) return;
          this.#note(key, data);
          this.#send({ kind: 'event', key, data });
        },
        error: (error) => {
          if (this.#streams.get(key) === stop) this.#lost(error);
        },
        // It is over for good, but stays in the history.
        complete: () => {
          if (this.#streams.get(key) === stop) this.#wanted.delete(key);
        },
      },
    );
    this.#streams.set(key, stop);
  }

  /** All streams have one connection: what ends one has ended all. They begin anew behind their last events. */
  #lost(error: unknown): void {
    const client = this.#client;
    this.#client = undefined;
    client?.dispose();
    this.#streams.clear();
    if (statusOf(error) === 401) {
      this.#onRefused();
      return;
    }
    this.#tell(false);
    this.#later(() => {
      for (const wanted of this.#wanted.values()) this.#open(wanted);
    });
  }

  #tell(connected: boolean): void {
    this.connected.value = connected;
    this.#send({ kind: 'connected', connected });
  }
}

const idIn = (data: Data): string | undefined => Object.values(data)[0]?.id;

/** Whether a document asks for events behind one that was seen. */
const canResume = (wanted: Wanted | undefined): boolean => wanted?.text.includes('$after') === true;

const statusOf = (error: unknown): unknown => {
  const response: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'response') : undefined;
  return typeof response === 'object' && response !== null ? Reflect.get(response, 'status') : undefined;
};
