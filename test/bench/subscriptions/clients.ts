import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { eventFields, moment } from './messages.ts';

const query = `subscription ($id: ID!) { mappingTask(id: $id) { ${eventFields.join(' ')} } }`;

/** Told to the measurement when so many events of a kind have come in. */
export type Progress =
  | { readonly kind: 'connected' }
  | { readonly kind: 'subscribed' }
  /** When the first and the last of these clients heard, on the clock that processes share. */
  | { readonly kind: 'heard'; readonly first: number; readonly last: number };

/**
 * WebSocket clients that do as little as can be, so that the server is what is measured: the handshake by hand, frames
 * recognised by their text. They live in a process of their own.
 */
function run(url: string, count: number, tasks: readonly string[], report: (progress: Progress) => void): void {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let connected = 0;
  let subscribed = 0;
  const sockets: Socket[] = [];

  const opened = (socket: Socket, number: number): void => {
    let isOpen = false;
    let isSubscribed = false;
    const hear = (text: string): void => {
      if (text.includes('connection_ack')) {
        connected += 1;
        if (connected === count) report({ kind: 'connected' });
        else next();
        return;
      }
      if (!text.includes('"next"')) return;
      if (!isSubscribed) {
        isSubscribed = true;
        subscribed += 1;
        if (subscribed === count) report({ kind: 'subscribed' });
        else if (subscribed + inFlight - 1 < count) subscribe(subscribed + inFlight - 1);
        return;
      }
      times.push(moment());
      if (times.length < count) return;
      report({ kind: 'heard', first: times[0] ?? 0, last: times.at(-1) ?? 0 });
      times.length = 0;
    };
    let rest = Buffer.alloc(0);
    socket.on('data', (data) => {
      if (!isOpen) {
        isOpen = true;
        send(socket, { type: 'connection_init', payload: { apiKey: 'bench' } });
        return;
      }
      rest = framesIn(rest.length > 0 ? Buffer.concat([rest, data]) : data, hear, () => socket.write(pong));
    });
    socket.write(
      `GET /graphql HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
        'Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
    );
    sockets[number] = socket;
  };

  let asked = 0;
  const next = (): void => {
    if (asked >= count) return;
    const number = asked++;
    const socket: Socket = connect(Number(port), hostname, () => opened(socket, number));
    socket.on('error', (error) => {
      throw error;
    });
  };
  const inFlight = Math.min(64, count);
  for (let n = 0; n < inFlight; n++) next();

  const subscribe = (number: number): void => {
    const socket = sockets[number];
    const variables = { id: tasks[number % tasks.length] };
    if (socket) send(socket, { type: 'subscribe', id: randomUUID(), payload: { query, variables } });
  };
  process.on('message', (message) => {
    if (message === 'subscribe') for (let n = 0; n < inFlight; n++) subscribe(n);
  });
}

/** Unmasked frames (RFC 6455, 5.2) of up to 64 KiB; returns what is not whole yet. */
function framesIn(data: Buffer, onText: (text: string) => void, onPing: () => void): Buffer<ArrayBuffer> {
  let at = 0;
  while (data.length >= at + 4 || (data.length >= at + 2 && data[at + 1] === 0)) {
    const short = data[at + 1] ?? 0;
    const start = at + (short === 126 ? 4 : 2);
    const end = start + (short === 126 ? data.readUInt16BE(at + 2) : short);
    if (data.length < end) break;
    if (data[at] === 0x89) onPing();
    else onText(data.toString('latin1', start, end));
    at = end;
  }
  return Buffer.from(data.subarray(at));
}

const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** A masked text frame (RFC 6455, 5.2), with the mask that changes nothing. */
function send(socket: Socket, message: object): void {
  const body = Buffer.from(JSON.stringify(message));
  const long = body.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = 0x81;
  head[1] = 0x80 | (long ? 126 : body.length);
  if (long) head.writeUInt16BE(body.length, 2);
  socket.write(Buffer.concat([head, body]));
}

const [, , url = '', count = '0', tasks = '[]'] = process.argv;
run(url, Number(count), JSON.parse(tasks), (progress) => void process.send?.(progress));
