import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { InvalidQuery } from '../../../src/service/search/dsl/invalid-query.ts';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import { queries } from '../search/random-queries.ts';
import { queriesOf } from '../search/what-people-send.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_123);

const file = join(import.meta.dirname, '../../../schema/openapi.json');
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ ...JSON.parse(readFileSync(file, 'utf8')), $id: 'openapi' });
const validate = ajv.compile({ $ref: 'openapi#/components/schemas/ProfileQuery' });

function isAccepted(query: object): boolean {
  try {
    parseQuery('profile', query);
    return true;
  } catch (error) {
    if (error instanceof InvalidQuery) return false;
    throw error;
  }
}

/** schemathesis shows the other half: what the document says is valid is accepted, but for sentences that are named there. */
describe('the OpenAPI document’s schema of a query', () => {
  for (const [what, sent] of Object.entries(queriesOf))
    it(`has room for what people send that is accepted: ${what}`, () => {
      const accepted = sent.filter(isAccepted);
      assert.ok(accepted.length > 0);
      for (const query of accepted)
        assert.ok(validate(query), `${JSON.stringify(query)}: ${ajv.errorsText(validate.errors)}`);
    });

  it(`has room for random queries that are accepted (seed ${seed})`, () => {
    const accepted = fc.sample(queries(50), { seed, numRuns: 500 }).filter(isAccepted);
    assert.ok(accepted.length > 100);
    for (const query of accepted)
      assert.ok(validate(query), `${JSON.stringify(query)}: ${ajv.errorsText(validate.errors)}`);
  });

  it('has no room for a clause or a member that is not offered', () => {
    for (const query of [{ fuzzy: { 'profile_info.headline': 'a' } }, { match_all: { value: 1 } }, {}])
      assert.ok(!validate(query), JSON.stringify(query));
  });
});
