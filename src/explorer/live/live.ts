import { useEffect, useRef } from 'preact/hooks';
import type { Stream } from '../../sdk/document.ts';
import { type Graph, useGraph } from '../graph/graph.ts';
import { Signal } from '../graph/signal.ts';
import { currentSession } from '../session/session.ts';
import { openSocket, type Socket } from './socket.ts';

/** Data of an event: one member, with an `id` if the stream can be resumed from it. */
type Data = Readonly<Record<string, { readonly id?: string; readonly final?: boolean } | null>>;

interface Listener {
  readonly onEvent: (data: Data) => void;
  /** Reads again what missed events would have shown. */
  readonly refetch: () => void;
}

/** A stream of events of this tab. */
interface Followed {
  readonly query: string;
  readonly variables: object;
  readonly listeners: Set<Listener>;
  /** Past events, for later listeners and to resume after. */
  events: readonly Data[];
  /** False once it has ended. */
  isWanted: boolean;
  /** Present while it is open. */
  stop: (() => void) | undefined;
}

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
  readonly connected = new Signal(true);
  readonly #session: () => Promise<string | undefined>;
  readonly #onRefused: () => void;
  readonly #streams = new Map<string, Followed>();
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
    { text: query }: Stream<Event, Variables>,
    variables: Variables,
    onEvent: (data: Event) => void,
    refetch: () => void,
  ): () => void {
    const key = JSON.stringify([query, variables]);
    const none = { query, variables, listeners: new Set<Listener>(), events: [], isWanted: true, stop: undefined };
    const stream: Followed = this.#streams.get(key) ?? none;
    this.#streams.set(key, stream);
    // Safe: events of this key have the shape of its document.
    const listener: Listener = { onEvent: (data) => onEvent(data as Event), refetch };
    stream.listeners.add(listener);
    stream.events.forEach(listener.onEvent);
    stream.isWanted = true;
    this.#open(stream);
    return () => {
      stream.listeners.delete(listener);
      setTimeout(() => stream.listeners.size === 0 && this.#end(stream), graceMs);
    };
  }

  #end(stream: Followed): void {
    stream.stop?.();
    stream.stop = undefined;
    stream.isWanted = false;
  }

  #open(stream: Followed): void {
    if (this.#isAway || this.#isPolling || this.#retry !== undefined || stream.stop) return;
    this.#socket ??= openSocket({
      // Once one has opened, sockets evidently work here.
      onOpened: () => {
        this.#failedSockets = Number.NEGATIVE_INFINITY;
      },
      onConnected: () => {
        this.connected.value = true;
      },
      onLost: () => this.#lost(),
    });
    const { query, variables } = stream;
    const canResume = query.includes('$after');
    const last = stream.events.at(-1);
    const after = canResume && last ? { after: Object.values(last)[0]?.id } : {};
    stream.stop = this.#socket.subscribe(
      { query, variables: { ...variables, ...after } },
      {
        next: (data) => {
          this.#pauseMs = pauseMs.first;
          // Safe: a subscription has one member.
          const event = data as Data | null;
          if (!event) return;
          // Without resumption, only the last event of a stream is relevant.
          stream.events = canResume ? [...stream.events, event].slice(-maxHistory) : [event];
          for (const { onEvent } of stream.listeners) onEvent(event);
        },
        complete: () => {
          stream.isWanted = false;
        },
      },
    );
  }

  #close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    for (const stream of this.#streams.values()) stream.stop = undefined;
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
      for (const { listeners } of this.#streams.values()) for (const { refetch } of listeners) refetch();
    };
    refetchAll();
    setInterval(refetchAll, refetchMs);
  }

  #followAll(): void {
    for (const stream of this.#streams.values()) if (stream.isWanted) this.#open(stream);
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

const streams = new WeakMap<Graph, Live>();

/** The session's event streams, opened on first use. */
export const useLive = (): Live => {
  const graph = useGraph();
  const known = streams.get(graph);
  if (known) return known;
  const live = new Live(currentSession, () => {
    graph.signedOut.value = true;
  });
  streams.set(graph, live);
  return live;
};

/** Follows a stream as `Live.follow` does while the component is shown; nothing while `variables` is undefined. */
export function useStream<Event extends Data, Variables extends Readonly<Record<string, unknown>>>(
  document: Stream<Event, Variables>,
  variables: Variables | undefined,
  onEvent: (data: Event) => void,
  refetch: () => void,
): void {
  const live = useLive();
  const latest = useRef({ onEvent, refetch });
  latest.current = { onEvent, refetch };
  useEffect(() => {
    if (variables === undefined) return undefined;
    return live.follow(
      document,
      variables,
      (data) => latest.current.onEvent(data),
      () => latest.current.refetch(),
    );
  }, [live, document, JSON.stringify(variables)]);
}
