import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSampleGraph, type SampleGraph } from '../../../support/sample/sample-graph.ts';

const key = 'kith_demo_team';

interface Paths {
  readonly totalCount: number;
  readonly nodes: readonly { readonly confidence: number; readonly target: { readonly id: string } }[];
}

describe('introductions to thirty targets in one operation', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph();
  });
  after(() => sample[Symbol.asyncDispose]());

  const fields = '{ totalCount nodes { confidence target { id } } }';
  const ask = async (targets: readonly string[]) => {
    const paths = targets.map((to, at) => `a${at}: introPaths(to: ${to}, first: 50) ${fields}`);
    const { data, errors } = await sample.ask<Record<string, Paths>, object>(key, `{ ${paths.join('\n')} }`, {});
    assert.equal(errors, undefined, JSON.stringify(errors?.slice(0, 2)));
    return Object.values(data ?? {});
  };
  /** Calls that look for people and companies; head counts, which each tie may need, are another matter. */
  const lookUps = () =>
    sample.upstream.calls.filter(({ body, path }) => !(path === '/v3/profiles/search' && body?.limit === 0));

  it('takes three calls at most by website, and finds what each alone finds', async () => {
    const sites = Array.from({ length: 30 }, () => `{companyWebsite: ${JSON.stringify(sample.nextWebsite())}}`);
    const before = await sample.usage(key);
    sample.upstream.forget();
    const together = await ask(sites);
    assert.ok(lookUps().length <= 3, `${lookUps().length} calls`);
    assert.ok(together.filter(({ totalCount }) => totalCount > 0).length > 10);
    const alone: Paths[] = [];
    for (const site of sites) alone.push(...(await ask([site])));
    assert.deepEqual(together, alone);
    assert.equal(await sample.usage(key), before);
  });

  it('takes three calls at most by page, and finds what each alone finds', async () => {
    const { data } = await sample.ask<{ relationships: { nodes: { profile: { xnetUrl: string | null } }[] } }, object>(
      key,
      '{ relationships(first: 60) { nodes { profile { xnetUrl } } } }',
      {},
    );
    const pages = (data?.relationships.nodes ?? [])
      .flatMap(({ profile: { xnetUrl } }) =>
        xnetUrl ? [`{profile: {xnetUrl: ${JSON.stringify(`${xnetUrl}/?trk=x`)}}}`] : [],
      )
      .slice(0, 30);
    assert.equal(pages.length, 30);
    const before = await sample.usage(key);
    sample.upstream.forget();
    const together = await ask(pages);
    assert.ok(lookUps().length <= 3, `${lookUps().length} calls`);
    assert.ok(together.every(({ totalCount }) => totalCount > 0));
    const alone: Paths[] = [];
    for (const page of pages) alone.push(...(await ask([page])));
    assert.deepEqual(together, alone);
    assert.equal(await sample.usage(key), before);
  });
});
