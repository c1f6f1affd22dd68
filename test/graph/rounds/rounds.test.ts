import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fieldPath } from '../../../src/graph/credits/price-estimate.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { inRounds } from '../../support/network/rounds.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';
import { headCounts, rows } from './table.ts';

const key = 'kith_demo_partner';

for (const upstream of upstreams)
  describe(`the rounds of a query, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample();
    });
    after(() => sample[Symbol.asyncDispose]());

    for (const row of rows)
      it(`are the least: ${row.name}`, async () => {
        const ask = async () => {
          const response = await fetch(`${sample.graph.url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-kith-trace': 'upstream' },
            body: JSON.stringify({
              query: row.document,
              operationName: row.operationName,
              variables: row.variables?.(sample),
            }),
          });
          return await response.json();
        };
        // What such an upstream does not take, the client finds out by searches of its own, once in minutes.
        if (!upstream.ours) await ask();
        const { result, rounds } = await inRounds(sample.upstream, ask);
        const { data, errors, extensions } = result;
        const specified = upstream.anyPath ? undefined : row.specified;
        const refused = new Set<string>();
        for (const { path, extensions } of errors ?? [])
          if (extensions.code === 'BAD_UPSTREAM_REQUEST') refused.add(fieldPath(path));
          // An employer of which nothing but a name is known has no record, and so no id.
          else assert.equal(extensions.code, 'ID_UNKNOWN');
        assert.deepEqual([...refused], specified?.refused ?? []);
        const further = [
          row.meant,
          upstream.ours ? undefined : row.contrary,
          upstream.missingIs404 ? row.missing : undefined,
        ].filter((link) => link !== undefined);
        const chain = upstream.ours ? row.chain : row.chain.filter((link) => link !== headCounts);
        const links = specified?.chain ?? [...chain, ...further];
        const records = new Set((row.paid ?? []).flatMap((path) => recordsAt(data, path)));
        assert.deepEqual(
          { rounds: rounds.length, credits: extensions.credits.charged },
          { rounds: links.length, credits: records.size + (specified?.credits ?? 0) },
          `It took ${JSON.stringify(rounds)}; the longest chain is: ${links.join(' → ')}`,
        );
      });
  });

/** The records at a path of an answer, through lists, by their ids (or names, where no id is selected). */
function recordsAt(data: unknown, path: string): readonly string[] {
  const found = path
    .split('.')
    .reduce<readonly unknown[]>((values, name) => values.flatMap((value) => membersOf(value)[name] ?? []), [data]);
  return found.flatMap((value) => {
    const { id, fullName } = membersOf(value);
    const named = id ?? fullName;
    return typeof named === 'string' ? [named] : [];
  });
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
