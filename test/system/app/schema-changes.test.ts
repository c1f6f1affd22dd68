import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { kith, temporaryDirectory } from '../../support/kith.ts';

describe('kith schema --against', () => {
  const committed = join(import.meta.dirname, '../../../schema/graph.graphql');

  it('finds nothing in the committed schema', async () => {
    const { code, out } = await kith(['schema', '--against', committed], {});
    assert.equal(out.trim(), 'The schema breaks no client.');
    assert.equal(code, 0);
  });

  it('fails on what breaks a client, and tells the rest', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'earlier.graphql');
    const earlier = (await readFile(committed, 'utf8'))
      .replace('type Query {', 'type Query {\n  weather: String\n')
      .replace('input ProfileWhere {', 'input ProfileWhere {\n  shoeSize: NumberFilter\n')
      .replace('union ProfileLookup = CreditLimit |', 'union ProfileLookup =');
    await writeFile(file, earlier);
    const { code, out, err } = await kith(['schema', '--against', file], {});
    assert.equal(code, 1);
    assert.deepEqual(out.trim().split('\n'), [
      'breaking: ProfileWhere.shoeSize was removed.',
      'breaking: Query.weather was removed.',
      'dangerous: CreditLimit was added to union type ProfileLookup.',
    ]);
    assert.equal(
      err,
      'kith: The schema breaks its clients in 2 ways; list each intended change in the file that --allow names, with its reason: "- `ProfileWhere.shoeSize was removed.`".\n',
    );
  });

  it('lets through what a list names, and that alone', async () => {
    await using directory = await temporaryDirectory();
    const earlier = join(directory.path, 'earlier.graphql');
    const allowed = join(directory.path, 'breaking.md');
    const schema = await readFile(committed, 'utf8');
    await writeFile(allowed, '# Meant\n\n- `Query.weather was removed.` It was never right.\n');
    const compare = async (root: string) => {
      await writeFile(earlier, schema.replace('type Query {', `type Query {\n${root}`));
      return kith(['schema', '--against', earlier, '--allow', allowed], {});
    };

    const meant = await compare('weather: String');
    assert.equal(meant.out, 'breaking, as intended: Query.weather was removed.');
    assert.equal(meant.code, 0);

    const more = await compare('weather: String\n  tides: String');
    assert.match(more.out, /^breaking: Query\.tides was removed\.$/m);
    assert.equal(more.code, 1);
  });

  it('says what it was given instead of a schema', async () => {
    const { code, err } = await kith(['schema', '--against', '/no/such/file'], {});
    assert.equal(code, 1);
    assert.match(err, /^kith: \/no\/such\/file cannot be read/);
  });
});
