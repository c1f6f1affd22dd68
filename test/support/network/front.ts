import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address behind which another graph can take the place of the first. */
export async function openFront(url: string) {
  const front = {
    to: url,
    url: '',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const { hostname, port } = new URL(front.to);
    const other = connect(Number(port), hostname);
    for (const one of [socket, other]) {
      sockets.add(one);
      one.on('error', () => one.destroy()).on('close', () => sockets.delete(one));
    }
    socket.pipe(other).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  front.url = `http://127.0.0.1:${address.port}`;
  return front;
}
