import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUuid, uuidFrom } from '../../src/reading/uuid.ts';

describe('ids', () => {
  it('take a uuid in any case and no other form', () => {
    const id = '9e396919-bd21-5a3e-8b17-b812c61e055e';
    for (const good of [id, id.toUpperCase()]) assert.ok(isUuid(good));
    for (const bad of [
      `{${id}}`,
      `{${id}`,
      `${id}}`,
      ` ${id}`,
      id.replaceAll('-', ''),
      `urn:uuid:${id}`,
      '',
      `${id}\n`,
    ])
      assert.ok(!isUuid(bad), bad);
  });

  it('are folded to lower case, without blanks around them', () => {
    const id = '9e396919-bd21-5a3e-8b17-b812c61e055e';
    assert.equal(uuidFrom(` \u200b${id.toUpperCase()}\n`), id);
    assert.equal(uuidFrom(`{${id}}`), undefined);
  });
});
