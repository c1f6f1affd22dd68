import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { PollingOptions } from '../../../../src/graph/features/mapping/polling-options.ts';
import { keyOf } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { upstreams } from '../../../support/graph/upstreams.ts';
import { until } from '../../../support/until.ts';

interface Seen {
  readonly appeared: readonly { readonly name: string }[];
  readonly waiting: readonly string[];
  readonly final: boolean;
  readonly end: string | null;
}

const query = `subscription ($xnetSlugs: [String!]!) {
  addedConnectors(xnetSlugs: $xnetSlugs) { appeared { name } waiting final end }
}`;

const add = 'mutation ($xnetSlugs: [String!]!) { addConnectors(input: { xnetSlugs: $xnetSlugs }) { queued } }';

const brief = ({ appeared, waiting, end }: Seen) => ({ appeared: appeared.map(({ name }) => name), waiting, end });

for (const upstream of upstreams)
  describe(`following connectors that were added, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      // Some of the cast know only people whom others know, too.
      cast = await open({ networkMs: 100 });
    });
    after(() => cast.close());

    const open = (polling: Partial<PollingOptions>): Promise<CastGraph> =>
      upstream.openCast({ polling: { firstMs: 5, longestMs: 20, growth: 1.5, ...polling } });

    async function* followed(at: CastGraph, xnetSlugs: readonly string[], key = keyOf('orchard')) {
      const client = createClient({
        url: `${at.graph.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: key },
        retryAttempts: 0,
      });
      try {
        const events = client.iterate<{ addedConnectors: Seen }>({ query, variables: { xnetSlugs } });
        for await (const { data, errors } of events) {
          if (errors) throw Object.assign(new Error(errors[0]?.message), { extensions: errors[0]?.extensions });
          if (data) yield data.addedConnectors;
        }
      } finally {
        await client.dispose();
      }
    }

    it('tells who waits, who has appeared, and ends when all have', async () => {
      const xnetSlugs = ['chloé-núñez', 'https://xnet.example/in/dmitri-volkov'];
      const seen: Seen[] = [];
      for await (const event of followed(cast, xnetSlugs)) {
        seen.push(event);
        if (seen.length === 1) await cast.ask(keyOf('orchard'), add, { xnetSlugs });
      }
      assert.deepEqual(seen.slice(0, 1).map(brief), [{ appeared: [], waiting: xnetSlugs, end: null }]);
      assert.deepEqual(seen.slice(-1).map(brief), [
        { appeared: ['Chloé Núñez', 'Dmitri Volkov'], waiting: [], end: 'ALL_APPEARED' },
      ]);
      assert.deepEqual(
        seen.map(({ final }) => final),
        seen.map((_, number) => number === seen.length - 1),
      );
    });

    it('tells one who comes when they have appeared at once, for each team its own', async () => {
      const xnetSlugs = ['ada-moreau', 'Ben-Okafor'];
      for await (const event of followed(cast, xnetSlugs))
        assert.deepEqual(brief(event), { appeared: ['Ada Moreau', 'Ben Okafor'], waiting: [], end: 'ALL_APPEARED' });
      for await (const event of followed(cast, xnetSlugs, keyOf('meadow'))) {
        assert.deepEqual(brief(event), { appeared: [], waiting: xnetSlugs, end: null });
        break;
      }
    });

    it('ends with a reason where somebody knows nobody', async () => {
      const short = await open({ connectorsMs: 100, networkMs: 20 });
      try {
        const xnetSlugs = ['ines-prado', 'ada-moreau'];
        const ends: (string | null)[] = [];
        for await (const event of followed(short, xnetSlugs)) {
          assert.deepEqual(event.waiting, ['ines-prado']);
          ends.push(event.end);
        }
        assert.deepEqual(ends, [null, 'TIMED_OUT']);
      } finally {
        await short.close();
      }
    });

    it('looks once for however many follow, costs nothing, and stops when nobody does', async () => {
      const slow = await open({ firstMs: 600_000, longestMs: 600_000 });
      try {
        slow.upstream.forget();
        const followers = Array.from({ length: 50 }, () => followed(slow, ['hiro-tanaka']));
        await Promise.all(followers.map((one) => one.next()));
        const calls = slow.upstream.count('/v3/relationships');
        assert.ok(calls > 0 && calls <= 5, `${calls} calls`);
        assert.equal(slow.upstream.calls.length, calls);
        assert.equal(slow.graph.pollers.subscriptions, 50);
        await Promise.all(followers.map((one) => one.return(undefined)));
        await until(() => slow.graph.pollers.subscriptions === 0);
      } finally {
        await slow.close();
      }
    });

    it('fails for a key that is refused, and when the graph stops', async () => {
      const stopping = await open({});
      await assert.rejects(
        followed(stopping, ['hiro-tanaka'], 'an unknown key').next(),
        ([refusal]) => refusal.extensions.code === 'UNAUTHENTICATED',
      );
      const leaving = followed(stopping, ['hiro-tanaka']);
      await leaving.next();
      const left = assert.rejects(async () => void (await leaving.next()));
      await stopping.close();
      await left;
    });

    it('judges what it is asked before anything is sent', async () => {
      cast.upstream.forget();
      await assert.rejects(followed(cast, []).next(), ([refusal]) => {
        assert.equal(refusal.message, 'xnetSlugs: must be 1 to 1000 slugs, but got 0.');
        return true;
      });
      assert.equal(cast.upstream.calls.length, 0);
    });

    if (upstream.ours) {
      it('finds one who knows only people whom others know, too, when it reads the whole network', async () => {
        const reading = await open({ networkMs: 50 });
        try {
          await reading.ask(keyOf('orchard'), add, { xnetSlugs: ['grace-oduya'] });
          let last: Seen | undefined;
          for await (const event of followed(reading, ['grace-oduya'])) last = event;
          assert.deepEqual(last && brief(last), { appeared: ['Grace Oduya'], waiting: [], end: 'ALL_APPEARED' });
        } finally {
          await reading.close();
        }
      });

      it('asks once a look, whatever the size of the network', async () => {
        const looking = await open({});
        try {
          const following = followed(looking, ['hiro-tanaka']);
          await following.next();
          const first = looking.upstream.calls.length;
          await until(() => looking.upstream.calls.length >= first + 10);
          const asked = looking.upstream.calls.slice(first, first + 10).map(({ body }) => body?.query);
          for (const one of asked) assert.deepEqual(Object.keys(Object(one)), ['bool']);
          await following.return(undefined);
        } finally {
          await looking.close();
        }
      });
    }
  });
