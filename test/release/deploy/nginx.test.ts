import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { until } from '../../support/until.ts';

const nginx = process.env.KITH_TEST_NGINX ?? 'nginx';
const isInstalled = await promisify(execFile)(nginx, ['-v']).then(
  () => true,
  () => false,
);

/** One event at once, and then a stream that stays open. */
const query = 'subscription { addedConnectors(xnetSlugs: ["ada-moreau", "nobody-at-all"]) { waiting } }';

describe('nginx with nothing but proxy_pass', {
  timeout: 60_000,
  skip: isInstalled ? false : `no nginx (KITH_TEST_NGINX)`,
}, () => {
  let graph: CastGraph;
  let proxy: ChildProcess;
  let socketPath: string;
  let place: Awaited<ReturnType<typeof temporaryDirectory>>;
  before(async () => {
    graph = await openCastGraph();
    place = await temporaryDirectory();
    const directory = place.path;
    socketPath = join(directory, 'http.sock');
    const file = join(directory, 'nginx.conf');
    await writeFile(
      file,
      `daemon off; master_process off; pid ${directory}/pid; error_log ${directory}/error.log;
      events {}
      http {
        access_log off; client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy;
        fastcgi_temp_path ${directory}/1; uwsgi_temp_path ${directory}/2; scgi_temp_path ${directory}/3;
        server { listen unix:${socketPath}; location / { proxy_pass ${graph.graph.url}; } }
      }`,
    );
    proxy = spawn(nginx, ['-p', directory, '-c', file], { stdio: 'ignore' });
    let isUp = false;
    await until(() => {
      const asked = request({ socketPath, path: '/healthz' }, (answer) => {
        isUp ||= answer.resume().statusCode === 200;
      });
      asked.on('error', () => undefined).end();
      return isUp;
    });
  });
  after(async () => {
    if (proxy?.exitCode === null) {
      proxy.kill();
      await once(proxy, 'exit');
    }
    await graph?.close();
    await place?.[Symbol.asyncDispose]();
  });

  for (const accept of ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'])
    it(`delivers an event while the stream is open: ${accept}`, async () => {
      const asked = request({
        socketPath,
        method: 'POST',
        path: '/graphql',
        headers: { accept, 'content-type': 'application/json', 'x-api-key': keyOf('orchard') },
      });
      asked.end(JSON.stringify({ query }));
      const [answer]: IncomingMessage[] = await once(asked, 'response', { signal: AbortSignal.timeout(10_000) });
      assert.ok(answer);
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', () => undefined);
      const end = performance.now() + 10_000;
      await until(() => text.includes('"waiting"') || performance.now() > end);
      assert.match(text, /"waiting"/);
      assert.equal(graph.graph.pollers.subscriptions, 1);
      asked.destroy();
      await until(() => graph.graph.pollers.subscriptions === 0);
    });
});
