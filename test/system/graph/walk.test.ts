import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Kith } from '../../support/kith.ts';

interface FunctionCoverage {
  readonly ranges: readonly { readonly count: number }[];
}
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly FunctionCoverage[];
}

const src = pathToFileURL(join(import.meta.dirname, '../../../src/')).href;

/** V8's inspector of a running process. */
class Inspector implements Disposable {
  readonly #socket: WebSocket;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async ask(method: string, params: object = {}): Promise<{ readonly result: readonly ScriptCoverage[] }> {
    this.#id += 1;
    const id = this.#id;
    this.#socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [event] = await once(this.#socket, 'message');
      const answer = JSON.parse(event.data);
      if (answer.id === id) return answer.result;
    }
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

/** Operations, and how many files and functions of ours each may pass. */
const walks = [
  ['{ __typename }', '{ __typename }', 40, 125],
  [
    'introPaths',
    '{ introPaths(to: { profile: { xnetSlug: "mei-ling-torres" } }, first: 2) { nodes { connector { name } why } } }',
    125,
    480,
  ],
] as const;

const isCalled = ({ ranges }: FunctionCoverage): boolean => (ranges[0]?.count ?? 0) > 0;

/** Parts of the process that work while an operation runs, whatever it asks. */
const background = ['service/', 'store/'];

describe('an operation on a running server, once it is warm', () => {
  let kith: Kith;
  let url: string;
  let inspector: Inspector;
  before(async () => {
    // With its memory's setting, so that it does not replace itself while the inspector connects.
    kith = new Kith(['serve'], { NODE_OPTIONS: '--inspect=127.0.0.1:0', MALLOC_TRIM_THRESHOLD_: '131072' });
    inspector = await Inspector.connect(await kith.remarks(/Debugger listening on (ws:\S+)/));
    url = await kith.says(/(http:\S+\/graphql)/);
    // The key is then known to be accepted, as that of a program in use.
    await ask(walks[1][1]);
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  });
  after(async () => {
    inspector[Symbol.dispose]();
    await kith.stop();
  });

  async function ask(query: string): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'kith_demo_partner' },
      body: JSON.stringify({ query }),
    });
    assert.equal('errors' in JSON.parse(await answer.text()), false);
  }

  /** The functions of the graph and what it stands on that one operation calls, by file. */
  async function walk(query: string): Promise<ReadonlyMap<string, number>> {
    for (let warm = 0; warm < 3; warm += 1) await ask(query);
    await inspector.ask('Profiler.takePreciseCoverage');
    await ask(query);
    const { result } = await inspector.ask('Profiler.takePreciseCoverage');
    return new Map(
      result
        .filter(({ url: of }) => of.startsWith(src))
        .map(({ url: of, functions }) => [of.slice(src.length), functions.filter(isCalled).length] as const)
        .filter(([file, called]) => called > 0 && !background.some((folder) => file.startsWith(folder))),
    );
  }

  for (const [name, query, files, functions] of walks)
    it(`passes at most ${files} files and ${functions} functions for ${name}`, async (t) => {
      const passed = await walk(query);
      const called = [...passed.values()].reduce((sum, one) => sum + one, 0);
      t.diagnostic(`${name}: ${passed.size} files, ${called} functions`);
      assert.ok(
        passed.size <= files && called <= functions,
        `${passed.size} files, ${called} functions: ${JSON.stringify([...passed])}`,
      );
    });
});
