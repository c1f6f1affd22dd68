import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { forget } from '../../../src/store/forget/forget.ts';
import { importFiles } from '../../../src/store/import/import.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { administer } from '../../support/graph/administer.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { sessionToken } from '../../support/session-token.ts';
import { openTestStore } from '../../support/store.ts';

const secret = 'a secret of the tests, which is long enough';
const key = keyOf('orchard');
const name = 'Zubaida Quillfeather';
const person = {
  slug: 'am-7731',
  number: 900_4711,
  entity: 'ACoAABquill771',
  emails: ['zq@brightwater.example', 'zuzu@home.example'],
};
const record = {
  profile_info: {
    full_name: name,
    work_email: person.emails[0],
    personal_emails: [person.emails[1]],
    social_media: [{ network: 'xnet', slug: person.slug, id: String(person.number), entity_id: person.entity }],
  },
};
const markers = /quillfeather|am-7731|9004711|ACoAABquill771|zq@brightwater|zuzu@home/i;

/** Everything that a caller may write, with one of the person's names in it. */
const writes = (text: string) => `mutation {
  list: createTargetList(input: { name: "Plan for ${text}", targets: [
    { ref: { profile: { xnetSlug: "${person.slug}" } }, note: "${text}" },
    { ref: { profile: { xnetId: ${person.number} } } },
    { ref: { profile: { xnetEntityId: "${person.entity}" } } },
    { ref: { companyWebsite: "zubaida-quillfeather.example" } },
    { ref: { companyWebsite: "aurora-labs.example" }, note: "ask ${text} first" }
  ] }) { problems { message } }
  entity: excludeFromIntros(input: { profiles: [{ xnetEntityId: "${person.entity}" }], reason: "knows ${text}" }) { problems { message } }
  number: excludeFromIntros(input: { profiles: [{ xnetId: ${person.number} }], reason: "knows ${text}" }) { problems { message } }
  watch: createWatch(input: { name: "Of ${text}", of: NETWORK, where: { fullName: { matches: "${text}" } } }) { problems { message } }
}`;

const reads = `{
  targetLists { name totalCount targets { note companyWebsite profile { id } } }
  introExclusions(first: 100) { reason }
  watches { name compiledDsl }
  purses { label }
  approvals(first: 100) { label variables }
}`;

/** Asks for an approval of an operation with a text in its variables, in a session whose label has it. */
async function askApproval(url: string, text: string): Promise<void> {
  const session = { kind: 'agent', label: `for ${text}`, total: 50, confirmAbove: 1 };
  const body = {
    query: `query ($by: [ProfileBy!]!, $name: String!) {
      profiles(by: $by) { ... on Profile { experience { title } } }
      searchProfiles(first: 0, where: { fullName: { matches: $name } }) { totalCount }
    }`,
    variables: { by: [{ id: people.ada.id }, { id: people.ben.id }], name: text },
  };
  const answer = await fetch(`${url}/quote`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await sessionToken(url, key, session)}`,
      'x-kith-approval': 'ask',
    },
    body: JSON.stringify(body),
  });
  assert.equal(Object(await answer.json()).quote.approval?.state, 'PENDING');
}

/** What callers wrote, as they read it. */
async function writtenIn({ graph, ask }: TestGraph): Promise<string> {
  const { data, errors = [] } = await ask(key, reads);
  const unexpected = errors.filter(({ extensions }) => extensions?.code !== 'ID_UNKNOWN');
  assert.deepEqual(unexpected, []);
  const sessions = await fetch(`${graph.url}/session`, { headers: { 'x-api-key': key } });
  return JSON.stringify(data) + (await sessions.text());
}

describe('a person who is forgotten by any one of their names', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  for (const reference of [person.slug, `number:${person.number}`, `entity:${person.entity}`, person.emails[1] ?? ''])
    it(`is in nothing that callers wrote, whatever name they used: ${reference}`, { timeout: 120_000 }, async () => {
      await using store = await openTestStore();
      await using directory = await temporaryDirectory();
      const file = join(directory.path, 'lines.ndjson');
      await writeFile(file, `${JSON.stringify(record)}\n`);
      assert.equal((await importFiles(store, [file])).profiles.added, 1);
      const { people: forgotten, names, fullNames } = await forget(store, [reference]);
      assert.equal(forgotten, 1);

      await using graph = await openTestGraph(service.url, { secret, watches: { allowPrivate: true } });
      for (const text of [name, person.slug, `number ${person.number}`, person.entity, ...person.emails]) {
        const { data, errors } = await graph.ask(key, writes(text));
        assert.ok(data && !errors, JSON.stringify(errors));
        const session = await fetch(`${graph.graph.url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ total: 1, label: `for ${text}` }),
        });
        assert.equal(session.status, 200, await session.text());
        await askApproval(graph.graph.url, text);
      }
      assert.match(await writtenIn(graph), markers);
      const what = { profiles: names, names: fullNames, companies: [], all: false };
      assert.equal((await administer(graph.graph.url, secret, 'POST', '/purge', undefined, what)).status, 200);
      assert.doesNotMatch(await writtenIn(graph), markers);
    });
});
