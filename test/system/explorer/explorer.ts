import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { loadExplorer } from '../../../src/app/explorer/load.ts';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { keyOf, type TeamName } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';

const named = process.env.KITH_TEST_CHROMIUM;
const executablePath = named ?? '/usr/bin/chromium';

/** Why tests in a browser can't run here, if so; a browser that the environment names must be there. */
export const skip =
  named || existsSync(executablePath) ? false : `no browser at ${executablePath} (KITH_TEST_CHROMIUM)`;

const { KITH_TEST_SCREENSHOTS: screenshots } = process.env;

/** A browser, with verbs of those who look at a graph's page. */
export interface Visitors<Name> extends AsyncDisposable {
  readonly browser: Browser;
  /** A single-use code for a session of a team, as `kith explore` makes it. */
  codeFor(as: Name, asked?: Asked): Promise<string>;
  /** The address of an invitation, by a key or by the team's own. */
  invite(as: Name, label: string, key?: string): Promise<string>;
  /** A visitor who is signed in as a team. */
  visit(as: Name, asked?: Asked, options?: BrowserContextOptions): Promise<Visit>;
}

/** The explorer in a browser, over the graph with the cast. */
export interface Explorer extends Visitors<TeamName> {
  readonly graph: TestGraph;
  readonly service: CastService;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a page of the explorer by its path. */
  open(path: string): Promise<void>;
  /** Violations that axe finds on what is shown, each as a sentence; of colours only, where nothing else can differ. */
  violations(rules?: 'all' | 'colours'): Promise<readonly string[]>;
  /** Keeps a picture of the whole page, or of the window, where KITH_TEST_SCREENSHOTS names a directory for it. */
  photograph(name: string, isWhole?: boolean): Promise<void>;
  /** What the browser held against the page: exceptions, failed assets, breaches of its policy. */
  readonly complaints: readonly string[];
  /** Requests to another origin. */
  readonly elsewhere: readonly string[];
}

/** Failed requests that are the page's to show: what the graph refuses, a demo that is not offered, a lost connection. */
const shown: readonly RegExp[] = [
  /^Failed to load resource: the server responded with a status of 4\d\d .*\/(graphql|quote|session\/invit\w+)$/,
  /^Failed to load resource: the server responded with a status of 404 .*\/(session\/demo|mcp)$/,
  /^Failed to load resource: net::ERR_\w+ .*\/(graphql|graphql\/stream)$/,
];

/** What a session may do; as `POST /session` takes it. */
export interface Asked {
  readonly total?: number;
  readonly seconds?: number;
  readonly rights?: 'look' | 'keep' | 'act';
  readonly childTeamId?: string;
}

const usual: BrowserContextOptions = {
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
  // A line that breathes while it loads would be drawn over and over.
  reducedMotion: 'reduce',
};

/** What has a graph serve the page. */
export const withExplorer = { explorer: { source: loadExplorer, demo: [] } } satisfies Partial<GraphOptions>;

export async function openExplorer(options: Partial<GraphOptions> = {}): Promise<Explorer> {
  const service = await openCast();
  const graph = await openTestGraph(service.url, { ...withExplorer, ...options });
  const visitors = await openVisitors(graph.graph.url, keyOf);
  return {
    ...visitors,
    graph,
    service,
    [Symbol.asyncDispose]: async () => {
      await visitors[Symbol.asyncDispose]();
      await graph.close();
      await service.close();
    },
  };
}

/** Visitors of a graph at a URL, in a browser of their own. */
export async function openVisitors<Name extends string>(
  url: string,
  keyFor: (as: Name) => string,
): Promise<Visitors<Name>> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  if (screenshots) await mkdir(screenshots, { recursive: true });

  const codeFor: Visitors<Name>['codeFor'] = async (as, asked = {}) => {
    const response = await fetch(`${url}/session/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keyFor(as) },
      body: JSON.stringify({ seconds: 600, rights: 'look', total: 100, ...asked }),
    });
    const { code }: { code: string } = await response.json();
    return code;
  };

  const invite: Visitors<Name>['invite'] = async (as, label, key = keyFor(as)) => {
    const answer = await fetch(`${url}/session/invitations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ label }),
    });
    const { token }: { token: string } = await answer.json();
    return `${url}/#invitation=${token}`;
  };

  // A context's first page costs a renderer a second of CPU: who comes later has a new page in one that was left, whose cookies
  // are gone. One page, without a script, stays in it.
  const left = new Map<string, BrowserContext[]>();
  const contextWith = async (options: BrowserContextOptions) => {
    const name = JSON.stringify(options);
    const contexts = left.get(name) ?? [];
    left.set(name, contexts);
    const known = contexts.pop();
    const context = known ?? (await browser.newContext({ ...usual, ...options }));
    if (!known) await (await context.newPage()).goto(`${url}/healthz`);
    const leave = async () => {
      const [, ...pages] = context.pages();
      await Promise.all(pages.map((page) => page.close()));
      await context.clearCookies();
      contexts.push(context);
    };
    return { context, leave };
  };

  const visit: Visitors<Name>['visit'] = async (as, asked = {}, contextOptions = {}) => {
    const { context, leave } = await contextWith(contextOptions);
    const page = await context.newPage();
    const [complaints, elsewhere]: [string[], string[]] = [[], []];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const sentence = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && !shown.some((one) => one.test(sentence))) complaints.push(sentence);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(url).origin) elsewhere.push(request.url());
    });
    let opened = false;
    return {
      page,
      context,
      complaints,
      elsewhere,
      open: async (path) => {
        // The code is used up by the first page.
        await page.goto(opened ? url + path : `${url}${path}#code=${await codeFor(as, asked)}`);
        opened = true;
      },
      violations: async (rules = 'all') => {
        await page.evaluate(showRows);
        if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
        const options = {
          resultTypes: ['violations'],
          ...(rules === 'colours' && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }),
        };
        const { violations }: { violations: readonly Violation[] } = await page.evaluate(
          `axe.run(document, ${JSON.stringify(options)})`,
        );
        return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`);
      },
      photograph: async (name, isWhole = true) => {
        if (!screenshots) return;
        if (isWhole) await page.evaluate(showRows);
        await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: isWhole });
      },
      [Symbol.asyncDispose]: leave,
    };
  };
  return { browser, codeFor, invite, visit, [Symbol.asyncDispose]: () => browser.close() };
}

/**
 * Lays out all rows of tables, since pictures and axe are of the whole page, by a rule of the page's own style sheet, which its
 * policy allows.
 */
const showRows = `(() => {
  const [sheet] = document.styleSheets;
  sheet?.insertRule('table.rows tbody tr { content-visibility: visible !important; }', sheet.cssRules.length);
})()`;

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Asserts that in light and in dark neither axe nor the browser has anything to say, and that nothing came from elsewhere;
 * keeps a picture of each, whose name says page, state and theme.
 */
export async function looksRight(visit: Visit, name: string): Promise<void> {
  // A colour on its way to another one is neither's.
  await visit.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await visit.photograph(`${name}-light`);
  await standsUp(visit, `${name} in light`);
  await visit.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await visit.photograph(`${name}-dark`);
  // Themes differ in colours only.
  assert.deepEqual(await visit.violations('colours'), [], `${name} in dark`);
  assert.deepEqual(visit.complaints, [], `${name} in dark`);
}

/** As `looksRight`, in the colours that there are, and without a picture. */
export async function standsUp(visit: Visit, name: string): Promise<void> {
  assert.deepEqual(await visit.violations(), [], name);
  assert.deepEqual(visit.complaints, [], name);
  assert.deepEqual(visit.elsewhere, [], name);
}
