import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { openCast } from '../../../support/service.ts';

interface Paths {
  readonly introPaths: {
    readonly notes: readonly string[];
    readonly nodes: readonly {
      readonly steps: readonly { readonly profile: { readonly fullName: string } | null }[];
    }[];
  };
}

it('a connector who may know the target is named, and is nobody’s bridge', async () => {
  await using service = await openCast();
  // Ada was at Grace's school, though nothing says that she knows her; Ben knows Ada.
  await service.store.db
    .deleteFrom('connection')
    .where('team_id', '=', teams.orchard.id)
    .where('profile_id', '=', people.grace.id)
    .execute();
  await using graph = await openTestGraph(service.url);
  const { data, errors } = await graph.ask<Paths, object>(
    keyOf('orchard'),
    'query ($to: IntroTarget!) { introPaths(to: $to, hops: 2) { notes nodes { steps { profile { fullName } } } } }',
    { to: { profile: { id: people.grace.id } } },
  );
  assert.equal(errors, undefined);
  const sentence =
    'Ada Moreau is a connector of the team, was at an employer or school at the same time as Grace Oduya, and can be asked directly.';
  const { notes, nodes } = data?.introPaths ?? { notes: [], nodes: [] };
  assert.ok(notes.includes(sentence), notes.join('\n'));
  assert.deepEqual(
    nodes.map(({ steps }) => steps[0]?.profile?.fullName),
    ['Dmitri Volkov'],
  );
});
