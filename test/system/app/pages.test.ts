import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { type Browser, chromium } from 'playwright-core';
import { openGraph } from '../../../src/graph/server.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';

const named = process.env.KITH_TEST_CHROMIUM;
const executablePath = named ?? '/usr/bin/chromium';
// A browser that the environment names must be there.
const skip = named || existsSync(executablePath) ? false : `no browser at ${executablePath} (KITH_TEST_CHROMIUM)`;

/** The pages, as a person sees them: in a real browser, with nothing from anywhere else. */
describe('a page', { skip }, () => {
  let browser: Browser;
  let service: CastService;
  before(async () => {
    service = await openCast();
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    });
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await service?.store.close();
  });

  it('lets people ask the graph, offline', async () => {
    await using graph = await openGraph({
      upstreamUrl: service.url,
      log: pino({ level: 'silent' }),
      graphiql: { apiKey: keyOf('orchard'), query: '{ relationships { nodes { profile { fullName } } } }' },
    });
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') elsewhere.push(request.url());
    });
    await page.goto(graph.url);
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.result-window', { hasText: 'Chloé Núñez' }).waitFor();
    assert.deepEqual(elsewhere, []);
  });
});
