import assert from 'node:assert/strict';
import {
  catalogues,
  connectedUsers,
  type SearchableKind,
  teamConnectionMembers,
  teamConnections,
} from '../../../src/contract/catalogue.ts';
import type { TestRecord } from './corpus.ts';

/** An index of a real OpenSearch, mapped as the catalogue has the fields. */
export interface OpenSearchIndex extends AsyncDisposable {
  /** The ids that a query finds, in order; the server's reason where it refuses the query. */
  find(query: object): Promise<Found>;
}

export type Found = { readonly ids: readonly string[]; readonly total: number } | { readonly refused: string };

/** What the asking team knows of a profile. */
interface Connected {
  readonly connections?: readonly { connector_id: string; team_id: string; origins: readonly string[] }[] | undefined;
}

/** Writes records into an index of its own, which is removed in the end. `most`: so many hits are answered. */
export async function indexRecords(
  url: string,
  kind: SearchableKind,
  records: readonly (TestRecord & Connected)[],
  most = 1000,
): Promise<OpenSearchIndex> {
  const index = `kith-${crypto.randomUUID()}`;
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await fetch(`${url}/${index}${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/x-ndjson' } }),
    });
    return { ok: answer.ok, body: await answer.json() };
  };
  const must = async (method: string, path: string, body?: string) => {
    const answer = await ask(method, path, body);
    assert.ok(answer.ok && answer.body.errors !== true, JSON.stringify(answer.body).slice(0, 2000));
    return answer.body;
  };
  await must(
    'PUT',
    '',
    JSON.stringify({
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { dynamic: false, properties: { id: { type: 'keyword' }, ...propertiesOf(kind), ...teamProperties } },
    }),
  );
  const batchSize = 500;
  for (let start = 0; start < records.length; start += batchSize) {
    const lines = records.slice(start, start + batchSize).flatMap(({ id, info, connections }) => [
      { index: { _id: id } },
      {
        id,
        [`${kind}_info`]: info,
        [connectedUsers]: connections?.map(({ connector_id }) => connector_id),
        [teamConnections]: connections?.map(({ connector_id, team_id, origins }) => ({
          connector_id,
          team_id,
          origins,
        })),
      },
    ]);
    await must('POST', '/_bulk', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  }
  await must('POST', '/_refresh');
  return {
    find: async (query) => {
      const search = { query, size: most, _source: false, sort: ['id'], track_total_hits: true };
      const { ok, body } = await ask('POST', '/_search', JSON.stringify(search));
      if (!ok) return { refused: body.error.root_cause[0]?.reason ?? body.error.reason };
      return { ids: body.hits.hits.map(({ _id }: { _id: string }) => _id), total: body.hits.total.value };
    },
    [Symbol.asyncDispose]: async () => {
      await must('DELETE', '');
    },
  };
}

const types = {
  keyword: { type: 'keyword' },
  text: { type: 'text', fields: { keyword: { type: 'keyword' } } },
  date: { type: 'date' },
  number: { type: 'double' },
  boolean: { type: 'boolean' },
};

const teamProperties = {
  [connectedUsers]: types.keyword,
  [teamConnections]: {
    type: 'nested',
    properties: Object.fromEntries(teamConnectionMembers.map((path) => [path.split('.')[1], types.keyword])),
  },
};

interface Properties {
  [name: string]: { type?: string; properties?: Properties };
}

function propertiesOf(kind: SearchableKind): Properties {
  const { fields, nested } = catalogues[kind];
  const root: Properties = {};
  for (const field of fields.values()) {
    let into = root;
    const names = field.path.split('.');
    for (const [depth, name] of names.slice(0, -1).entries()) {
      const path = names.slice(0, depth + 1).join('.');
      into[name] ??= { ...(nested.has(path) && { type: 'nested' }), properties: {} };
      into = into[name].properties ?? {};
    }
    into[names.at(-1) ?? ''] = types[field.kind];
  }
  return root;
}
