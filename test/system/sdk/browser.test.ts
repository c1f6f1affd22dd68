import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Graph } from '../../../src/graph/server.ts';
import { bundled } from '../../sdk/bundle.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../../support/graph/task-upstream.ts';
import { type CastService, openCast } from '../../support/service.ts';

const named = process.env.KITH_TEST_CHROMIUM;
const executablePath = named ?? '/usr/bin/chromium';
const skip = named || existsSync(executablePath) ? false : `no browser at ${executablePath} (KITH_TEST_CHROMIUM)`;

/** What a page of an app does with the client: its functions stand on `app`, for the test to call. */
const script = `
  import { createClient, KithError } from './src/sdk/client.ts';
  import { FollowTask, People, SearchPeople } from './src/sdk/generated/documents.ts';
  const outcome = (promise) => promise.catch((error) =>
    ({ refused: error instanceof KithError, status: error.status, maybeCharged: error.maybeCharged }));
  globalThis.app = {
    search: (url, token, where) => outcome(createClient({ url, token }).execute(SearchPeople, { where })),
    enrich: (url, token, xnetSlug, budget) =>
      outcome(createClient({ url, token: async () => token }).execute(People, { by: [{ xnetSlug }] }, { budget })),
    follow: async (url, token, id) => {
      const statuses = [];
      for await (const { mappingTask } of createClient({ url, token }).subscribe(FollowTask, { id })) {
        statuses.push(mappingTask.status);
        await globalThis.seen(mappingTask.status);
      }
      return statuses;
    },
  };
`;

describe('the typed client in a browser', { skip }, () => {
  let service: CastService;
  let graph: TestGraph;
  let upstream: TaskUpstream;
  let tasks: Graph;
  let site: Server;
  let browser: Browser;
  let page: Page;
  let bytes: number;
  const complaints: string[] = [];
  const seen = new EventTarget();

  before(async () => {
    const bundle = (await bundled({ stdin: { contents: script, resolveDir: join(import.meta.dirname, '../../..') } }))
      .contents;
    bytes = gzipSync(bundle).length;
    site = createServer((request, response) => {
      const isScript = request.url === '/app.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript
          ? bundle
          : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/app.js"></script>',
      );
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const address = site.address();
    assert.ok(typeof address === 'object' && address);
    const origin = `http://127.0.0.1:${address.port}`;
    service = await openCast();
    graph = await openTestGraph(service.url, { origins: [origin] });
    upstream = await openTaskUpstream();
    tasks = await openTaskGraph(upstream.url, { origins: [origin] });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    page = await browser.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.exposeFunction('seen', (status: string) => seen.dispatchEvent(new Event(status)));
    await page.goto(origin);
    await page.waitForFunction('globalThis.app !== undefined');
  });
  after(async () => {
    await browser?.close();
    await tasks?.close();
    await upstream?.[Symbol.asyncDispose]();
    await graph?.close();
    await service?.close();
    site?.close();
  });

  const call = (name: string, ...given: readonly unknown[]): Promise<unknown> =>
    page.evaluate(`globalThis.app.${name}(${given.map((value) => JSON.stringify(value)).join(', ')})`);
  const urlOf = ({ url }: Pick<Graph, 'url'>): string => `${url}/graphql`;

  it('searches, and pays with a receipt, by a session’s token from another origin', async () => {
    const token = await sessionToken(graph.graph, keyOf('orchard'));
    const url = urlOf(graph.graph);
    assert.partialDeepStrictEqual(await call('search', url, token, { fullName: { matches: 'Moreau' } }), {
      data: { searchProfiles: { nodes: [{ id: people.ada.id }] } },
      credits: { charged: 0 },
    });
    assert.partialDeepStrictEqual(await call('enrich', url, token, 'ada-moreau'), {
      data: { profiles: [{ __typename: 'Profile', fullName: 'Ada Moreau' }] },
      credits: { charged: 1 },
    });
  });

  it('keeps to its budget', async () => {
    const token = await sessionToken(graph.graph, keyOf('orchard'));
    assert.partialDeepStrictEqual(await call('enrich', urlOf(graph.graph), token, 'ben-okafor', 0), {
      data: { profiles: [{ __typename: 'CreditLimit' }] },
      credits: { budget: 0, charged: 0 },
    });
  });

  it('tells of a token that is refused, with nothing charged', async () => {
    assert.deepEqual(await call('search', urlOf(graph.graph), 'kith_session_of_nobody', {}), {
      refused: true,
      status: 401,
      maybeCharged: false,
    });
  });

  it('follows a task to its end', async () => {
    const task = upstream.add('followed', 'MappingInProgress');
    seen.addEventListener('IN_PROGRESS', () => {
      task.status = 'Mapped';
    });
    const token = await sessionToken(tasks, partnerKey);
    assert.deepEqual(await call('follow', urlOf(tasks), token, task.id), ['IN_PROGRESS', 'MAPPED']);
  });

  it('fits in 4 kB with the documents that a page uses, and makes no uncaught error', () => {
    assert.ok(bytes < 4096, `expected less than 4,096 bytes, but got ${bytes}`);
    assert.deepEqual(complaints, []);
  });
});

const sessionToken = async ({ url }: Pick<Graph, 'url'>, key: string): Promise<string> => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${url}/session`, { method: 'POST', headers, body: '{}' });
  const { token }: { token: string } = await response.json();
  return token;
};
