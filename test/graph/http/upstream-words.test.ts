import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { plainProfile } from '../../support/graph/upstream-profile.ts';
import { openRenamingProxy, proxyWords, type RenamingProxy } from '../../support/network/renaming-proxy.ts';
import { type CastService, openCast } from '../../support/service.ts';

describe('a graph whose upstream has another word for the network than is configured', () => {
  let service: CastService;
  let proxy: RenamingProxy;
  before(async () => {
    service = await openCast();
    proxy = await openRenamingProxy(service.url);
  });
  after(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await service?.close();
  });

  /** The graph's own address, whatever stands before those of other tests. */
  const between = async (url: string) => ({ url, options: {}, [Symbol.asyncDispose]: async () => undefined });

  async function open(options: Partial<GraphOptions>) {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const graph = await openTestGraph(proxy.url, { log, ...options }, between);
    return {
      lines,
      readiness: async () => {
        const response = await fetch(`${graph.graph.url}/readyz`);
        const { status }: { status: string } = await response.json();
        return [response.status, status] as const;
      },
      ask: (key: string) =>
        graph.ask<{ relationships: { nodes: object[] } }, object>(
          key,
          '{ relationships(first: 2) { nodes { connections { connectorName } } } }',
        ),
      [Symbol.asyncDispose]: graph.close,
    };
  }
  const mustSay = 'KITH_UPSTREAM_NAMES must say xnet=acme';

  it('is not ready once three answers in a row show it, and its log says what to set', async () => {
    await using graph = await open({});
    for (let asked = 0; asked < 2; asked += 1) await graph.ask(keyOf('orchard'));
    assert.deepEqual(await graph.readiness(), [200, 'ready']);
    const { data } = await graph.ask(keyOf('orchard'));
    assert.ok((data?.relationships.nodes.length ?? 0) > 0);
    const [status, sentence] = await graph.readiness();
    assert.equal(status, 503);
    assert.ok(sentence.startsWith(mustSay), sentence);
    assert.deepEqual(graph.lines, [`${mustSay}: the data service’s answers have connector_acme_url.`]);
  });

  it('is not ready at its start where the profile says so', async () => {
    await using graph = await open({ profile: { ...plainProfile, names: { xnet: 'acme' } } });
    const [status, sentence] = await graph.readiness();
    assert.equal(status, 503);
    assert.ok(sentence.startsWith(mustSay), sentence);
    assert.deepEqual(graph.lines, [`${mustSay}, as the data service’s profile says.`]);
  });

  it('goes on where the configured word is shown', async () => {
    await using graph = await open({
      names: proxyWords,
      profile: { ...plainProfile, names: { xnet: 'acme' } },
    });
    for (let asked = 0; asked < 4; asked += 1) await graph.ask(keyOf('orchard'));
    assert.deepEqual(await graph.readiness(), [200, 'ready']);
    assert.deepEqual(graph.lines, []);
  });
});
