import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  type ConcreteRequest,
  ConnectionHandler,
  commitLocalUpdate,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
  type Variables,
} from 'relay-runtime';
import { companies, keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';

const run = promisify(execFile);

/** What an app declares; the compiler makes the queries of the refetchable fragments. */
const app = `
const { graphql } = require('relay-runtime');

graphql\`
  query AppPersonQuery($by: ProfileBy!) {
    profile(by: $by) {
      ... on Profile {
        ...AppPerson @alias
      }
    }
  }
\`;
graphql\`
  query AppRecordsQuery {
    searchProfiles(first: 3) {
      nodes {
        id
        fullName
      }
    }
  }
\`;
graphql\`
  fragment AppPerson on Profile @refetchable(queryName: "AppPersonRefetchQuery") {
    id
    fullName
    about
  }
\`;
graphql\`
  fragment AppCompany on Company @refetchable(queryName: "AppCompanyRefetchQuery") {
    id
    name
  }
\`;
graphql\`
  fragment AppPeople on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 4 }, cursor: { type: "String" })
  @refetchable(queryName: "AppPeopleRefetchQuery") {
    searchProfiles(first: $count, after: $cursor) @connection(key: "AppPeople_searchProfiles") {
      edges {
        node {
          id
        }
      }
    }
  }
\`;
`;

describe('Relay', () => {
  let graph: CastGraph;
  let directory: string;
  let environment: Environment;
  /** Sent beside the key. */
  let headers: Readonly<Record<string, string>>;
  before(async () => {
    graph = await openCastGraph();
    directory = await mkdtemp(join(tmpdir(), 'kith-relay-'));
    await mkdir(join(directory, 'src'));
    await writeFile(join(directory, 'package.json'), '{"type": "commonjs"}');
    await writeFile(join(directory, 'src/App.js'), app);
    await copyFile(join(import.meta.dirname, '../../../schema/graph.graphql'), join(directory, 'schema.graphql'));
    const config = { src: './src', schema: './schema.graphql', language: 'javascript', eagerEsModules: false };
    await writeFile(join(directory, 'relay.config.json'), JSON.stringify(config));
    const compiler = join(import.meta.dirname, 'node_modules/relay-compiler/cli.js');
    await run(process.execPath, [compiler, 'relay.config.json'], { cwd: directory });
  });
  after(async () => {
    await rm(directory, { recursive: true });
    await graph.close();
  });
  beforeEach(() => {
    headers = {};
    const network = Network.create(async ({ text }, variables) => {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard'), ...headers },
        body: JSON.stringify({ query: text, variables }),
      });
      return await answer.json();
    });
    environment = new Environment({ network, store: new Store(new RecordSource()) });
  });

  async function ask(query: string, variables: Variables): Promise<void> {
    const artifact: ConcreteRequest = createRequire(import.meta.url)(
      join(directory, `src/__generated__/${query}.graphql.js`),
    );
    await fetchQuery(environment, artifact, variables).toPromise();
  }

  /** A record's field, as the store has it. */
  function read(id: string, field: string): unknown {
    return environment.getStore().getSource().get(id)?.[field];
  }

  it('refetches a person by id alone, into the same record', async () => {
    const { id } = people.ada;
    await ask('AppPersonQuery', { by: { xnetSlug: 'ada-moreau' } });
    assert.equal(read(id, 'fullName'), 'Ada Moreau');
    commitLocalUpdate(environment, (store) => store.get(id)?.setValue('Somebody', 'fullName'));
    await ask('AppPersonRefetchQuery', { id });
    assert.equal(read(id, 'fullName'), 'Ada Moreau');
    assert.equal(read(id, '__typename'), 'Profile');
  });

  it('keeps a partial answer, with nothing configured', async () => {
    headers = { 'x-credit-budget': '1' };
    await ask('AppRecordsQuery', {});
    const records = Object.entries(environment.getStore().getSource().toJSON()).filter(
      ([, record]) => record?.__typename === 'Profile',
    );
    assert.equal(records.length, 3);
    assert.equal(records.filter(([, record]) => typeof record?.fullName === 'string').length, 1);
  });

  it('refetches a company by id alone', async () => {
    const { id } = companies.aurora;
    await ask('AppCompanyRefetchQuery', { id });
    assert.equal(read(id, 'name'), 'Aurora Labs');
  });

  it('appends the pages of a connection', async () => {
    const ids = (): readonly unknown[] => {
      let found: readonly unknown[] = [];
      commitLocalUpdate(environment, (store) => {
        const connection = ConnectionHandler.getConnection(store.getRoot(), 'AppPeople_searchProfiles');
        found = (connection?.getLinkedRecords('edges') ?? []).map((edge) => edge?.getLinkedRecord('node')?.getDataID());
      });
      return found;
    };
    const pageInfo = () => {
      let info: { readonly endCursor?: unknown; readonly hasNextPage?: unknown } = {};
      commitLocalUpdate(environment, (store) => {
        const connection = ConnectionHandler.getConnection(store.getRoot(), 'AppPeople_searchProfiles');
        const record = connection?.getLinkedRecord('pageInfo');
        info = { endCursor: record?.getValue('endCursor'), hasNextPage: record?.getValue('hasNextPage') };
      });
      return info;
    };
    await ask('AppPeopleRefetchQuery', { count: 4 });
    for (let pages = 0; pageInfo().hasNextPage && pages < 10; pages += 1)
      await ask('AppPeopleRefetchQuery', { count: 4, cursor: pageInfo().endCursor });
    assert.deepEqual(
      ids(),
      Object.values(people)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});
