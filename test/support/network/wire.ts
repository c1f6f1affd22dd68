import { connect, createServer, type Server, type Socket } from 'node:net';

export interface Wire extends AsyncDisposable {
  /** As the URL that it leads to, but through the wire. */
  readonly url: string;
  /** Nothing gets through any more: connections break, and new ones are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** What is sent stays on the way, on the connections there are. */
  hold(): void;
  release(): void;
}

interface WireOptions {
  /** Breaks connections that ask for another protocol, as some proxies do. */
  readonly withoutUpgrades?: boolean;
  /** Hears what is sent, once it gets through. */
  readonly onSent?: (text: string) => unknown;
}

/** A TCP connection to somewhere, which can be cut. */
export async function openWire(to: URL, { withoutUpgrades = false, onSent }: WireOptions = {}): Promise<Wire> {
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((near) => {
      const far = connect(Number(to.port), to.hostname);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        if (withoutUpgrades && socket === near)
          near.once('data', (head) => /^upgrade:/im.test(String(head)) && near.destroy());
        if (onSent && socket === near) near.on('data', (chunk) => onSent(String(chunk)));
        socket.pipe(other);
        socket.on('error', () => undefined);
        socket.once('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const port = await listen(0);
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: Object.assign(new URL(to), { host: `127.0.0.1:${port}` }).href,
    cut,
    mend: async () => void (await listen(port)),
    hold() {
      for (const socket of sockets) socket.pause();
    },
    release() {
      for (const socket of sockets) socket.resume();
    },
    [Symbol.asyncDispose]: cut,
  };
}
