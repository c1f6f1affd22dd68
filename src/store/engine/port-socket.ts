import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

interface Written {
  readonly chunk: Uint8Array;
}

/** A socket for pg's client that carries PostgreSQL's wire protocol over a message port. */
export class PortSocket extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer)));
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#post([chunk]);
    done();
  }

  /** pg corks the messages of a query, so that they arrive here together and cross to the thread in one message. */
  override _writev(chunks: readonly Written[], done: () => void): void {
    this.#post(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  #post(chunks: readonly Uint8Array[]): void {
    const bytes = joined(chunks);
    this.#port.postMessage(bytes, [bytes.buffer]);
  }
}

/** Concatenates chunks into one array with its own buffer, which can be transferred instead of copied. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
