import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { loadExplorer } from '../../src/app/explorer/load.ts';
import type { GraphOptions } from '../../src/graph/server/server.ts';
import { keyOf, type TeamName } from '../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../support/graph/graph.ts';
import { type CastService, openCast } from '../support/service.ts';

const executablePath = process.env.KITH_TEST_CHROMIUM ?? '/usr/bin/chromium';

/** Why tests in a browser can't run here, if so. */
export const skip = existsSync(executablePath) ? false : `no browser at ${executablePath} (KITH_TEST_CHROMIUM)`;

export const themes = ['light', 'dark'] as const;

const screenshots = process.env.KITH_TEST_SCREENSHOTS ?? join(tmpdir(), 'kith-screenshots');

/** The explorer in a browser, over the graph with the cast, with verbs of those who look at it. */
export interface Explorer extends AsyncDisposable {
  readonly browser: Browser;
  readonly graph: TestGraph;
  readonly service: CastService;
  /** A visitor who is signed in as a team. */
  visit(as: TeamName, options?: BrowserContextOptions): Promise<Visit>;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a page of the explorer by its path. */
  open(path: string): Promise<void>;
  /** Violations that axe finds on what is shown, each as a sentence. */
  violations(): Promise<readonly string[]>;
  /** Keeps a picture of the whole page. */
  photograph(name: string): Promise<void>;
}

export async function openExplorer(options: Partial<GraphOptions> = {}): Promise<Explorer> {
  const service = await openCast();
  const graph = await openTestGraph(service.url, options);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  const bundle = await loadExplorer();
  await mkdir(screenshots, { recursive: true });

  const visit: Explorer['visit'] = async (as, contextOptions = {}) => {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
      ...contextOptions,
    });
    const page = await context.newPage();
    const { origin } = new URL(graph.graph.url);
    await context.route(`${origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/graphql' || pathname === '/quote')
        return route.continue({ headers: { ...route.request().headers(), 'x-api-key': keyOf(as) } });
      const file = bundle.files.find(({ path }) => path === pathname);
      return route.fulfill(
        file
          ? { contentType: file.type, body: file.text }
          : { contentType: 'text/html; charset=utf-8', body: bundle.html },
      );
    });
    return {
      page,
      context,
      open: async (path) => {
        await page.goto(origin + path);
      },
      violations: async () => {
        await page.evaluate(axe.source);
        const { violations }: { violations: readonly Violation[] } = await page.evaluate(
          'axe.run(document, { resultTypes: ["violations"] })',
        );
        return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`);
      },
      photograph: async (name) => {
        await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
      },
      [Symbol.asyncDispose]: () => context.close(),
    };
  };
  return {
    browser,
    graph,
    service,
    visit,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await graph.close();
      await service.close();
    },
  };
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Asserts that axe has nothing to say, and keeps a picture; the name says page, state and theme. */
export async function looksRight(visit: Visit, name: string): Promise<void> {
  await visit.photograph(name);
  assert.deepEqual(await visit.violations(), [], name);
}
