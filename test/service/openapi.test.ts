import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { operations as current } from '../../src/contract/operation/all.ts';
import { fetchCompanies } from '../../src/contract/operation/companies.ts';
import { mapNetwork, mappingStatus } from '../../src/contract/operation/network-mapper.ts';
import type { Operation } from '../../src/contract/operation/operation.ts';
import { searchProfiles } from '../../src/contract/operation/profiles.ts';
import { v2Operations } from '../../src/service/v2/contract/all.ts';
import { type CastService, openCast } from '../support/service.ts';

const operations = [...current, ...v2Operations];

/** The member at the end of a path; undefined where the path leaves the value. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner: unknown, name) => new Map(Object.entries(inner ?? {})).get(name), value);

suite('/openapi.json', () => {
  let service: CastService;
  let document: unknown;
  before(async () => {
    service = await openCast();
    const { status, body } = await service.send('/openapi.json');
    assert.equal(status, 200);
    document = body;
  });
  after(() => service.close());

  const described = ({ path, method }: Pick<Operation, 'path' | 'method'>, ...within: readonly string[]) =>
    at(document, 'paths', path, method.toLowerCase(), ...within);
  const jsonBody = ['content', 'application/json'] as const;
  const validator = (schema: unknown) => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: at(document, 'components') });
    const validate = ajv.compile({ $ref: `openapi${at(schema, '$ref')}` });
    return (value: unknown) => (validate(value) ? 'valid' : ajv.errorsText(validate.errors));
  };

  test('it groups the operations under the tags of the specification [openapi.groups-operations-under]', () => {
    const tags = at(document, 'tags');
    assert.ok(Array.isArray(tags));
    assert.deepEqual(
      tags.map((tag) => at(tag, 'name')),
      ['profiles', 'companies', 'teams', 'social', 'mcp', 'credits', 'network-mapper'],
    );
    for (const operation of operations) {
      assert.equal(described(operation, 'operationId'), operation.name);
      assert.deepEqual(described(operation, 'tags'), [operation.tag]);
    }
    const paths = Object.keys(at(document, 'paths') ?? {});
    assert.deepEqual(paths.sort(), [...new Set(operations.map(({ path }) => path))].sort());
  });

  test('it marks what is our choice, and is where the address alone leads [openapi.marks-choices]', async () => {
    assert.match(JSON.stringify(described(mappingStatus)), /"x-ours":"The parameter’s name is not shown; /);
    const root = await fetch(`${service.url}/`, { redirect: 'manual' });
    assert.deepEqual([root.status, root.headers.get('location')], [302, '/openapi.json']);
  });

  test('it refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(references.length > 100);
    for (const path of references) assert.notEqual(at(document, ...path.split('/')), undefined, path);
  });

  test('it gives every operation its statuses, and 402 to those that cost', () => {
    for (const operation of operations) {
      const expected = [
        ...Object.keys(operation.answers),
        ...['400', '401', '403', '413', '415', '429', '500', '503'],
        ...(operation.price.per === 'nothing' ? [] : ['402']),
        ...(operation.idempotencyKey || operation.chargesOncePerKey ? ['409', '422'] : []),
        ...(operation.successor ? ['410'] : []),
      ];
      assert.deepEqual(Object.keys(described(operation, 'responses') ?? {}), expected.sort(), operation.name);
    }
  });

  test('it names the child team’s header where an operation supports it, and only there [openapi.names-child-teams]', () => {
    for (const operation of operations) {
      const parameters = JSON.stringify(described(operation, 'parameters') ?? []);
      assert.equal(parameters.includes('"x-authenticate-team"'), operation.childTeam, operation.name);
    }
  });

  test('it marks v2 as deprecated, and says what takes its place [openapi.marks-v2-deprecated]', () => {
    for (const operation of operations) {
      const { successor } = operation;
      assert.equal(described(operation, 'deprecated'), successor && true, operation.name);
      if (successor) assert.match(String(described(operation, 'description')), new RegExp(successor.path));
    }
  });

  test('it says that a mapping’s status takes a task’s id', () => {
    const parameters = described(mappingStatus, 'parameters');
    assert.ok(Array.isArray(parameters));
    const ofQuery = parameters.filter((parameter) => at(parameter, 'in') === 'query');
    assert.deepEqual(
      ofQuery.map((parameter) => [at(parameter, 'name'), at(parameter, 'required')]),
      [['task_id', true]],
    );
  });

  test('it says in words what an operation costs', () => {
    assert.equal(described(searchProfiles, 'description'), 'Free of credits.');
    assert.equal(described(fetchCompanies, 'description'), 'Costs 1 credit per record returned.');
    assert.equal(
      described(mapNetwork, 'description'),
      'Needs the partner permission. Costs 1 credit per non-empty answer; an empty one is free.',
    );
  });

  for (const operation of operations.filter(({ method }) => method === 'POST')) {
    test(`it has an example of ${operation.name} that keeps to its schema, and describes the answer to it`, async () => {
      const request = described(operation, 'requestBody', ...jsonBody);
      const example = at(request, 'example');
      assert.equal(validator(at(request, 'schema'))(example), 'valid');
      const { status, body } = await service.post('harbor', operation.path, example);
      assert.ok(status < 300, `answered ${status}: ${JSON.stringify(body)}`);
      assert.equal(validator(described(operation, 'responses', String(status), ...jsonBody, 'schema'))(body), 'valid');
    });
  }
});
