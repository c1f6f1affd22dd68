import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { companies, keyOf, people } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

interface Target {
  readonly id: string;
  readonly profile: { readonly id: string } | null;
  readonly company: { readonly id: string } | null;
  readonly companyWebsite: string | null;
  readonly status: string;
  readonly note: string | null;
}

interface List {
  readonly id: string;
  readonly name: string;
  readonly totalCount: number;
  readonly targets: readonly Target[];
}

interface Payload {
  readonly targetList: List;
  readonly deleted: boolean;
}

const list = `id name totalCount targets { id profile { id } company { id } companyWebsite status note }`;

const mutations = {
  createTargetList: `mutation ($input: CreateTargetListInput!) { createTargetList(input: $input) { targetList { ${list} } problems { message } } }`,
  changeTargetList: `mutation ($input: ChangeTargetListInput!) { changeTargetList(input: $input) { targetList { ${list} } problems { message } } }`,
  deleteTargetList:
    'mutation ($input: DeleteTargetListInput!) { deleteTargetList(input: $input) { deleted problems { message } } }',
};

const stores = [
  { name: 'the graph’s own database', options: {}, skip: false },
  {
    name: 'Redis',
    options: { redisUrl: redisUrl ?? '' },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

for (const { name, options, skip } of stores)
  describe(`target lists, in ${name}`, { skip }, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await openCastGraph(options);
    });
    after(() => cast?.[Symbol.asyncDispose]());

    const key = keyOf('orchard');
    it('have names that can be seen, of up to 200 characters, and websites that are some', async () => {
      const named = (name: string, targets: readonly object[] = []) =>
        refused('createTargetList', { name, targets }, keyOf('harbor'));
      for (const name of ['\u200b', ' \u00a0\u2060', '\u0301'])
        assert.match(String(await named(name)), /none that can be seen/);
      assert.equal(await named('😀'.repeat(200)), undefined);
      assert.match(String(await named('😀'.repeat(201))), /but has 201/);
      for (const companyWebsite of ['not a host', 'user:pw@a.example', '1234'])
        assert.match(String(await named('Firms', [{ ref: { companyWebsite } }])), /companyWebsite: must be a website/);
    });

    const person = ({ id }: { readonly id: string }) => ({ ref: { profile: { id } } });

    async function refused(mutation: keyof typeof mutations, input: object, apiKey = key) {
      const { errors } = await cast.ask<Record<string, Payload>, object>(apiKey, mutations[mutation], { input });
      return errors?.map(({ message, extensions }) => [extensions?.code, message]);
    }

    async function change(mutation: keyof typeof mutations, input: object): Promise<Payload> {
      const { data, errors } = await cast.ask<Record<string, Payload>, object>(key, mutations[mutation], { input });
      assert.equal(errors, undefined, JSON.stringify(errors));
      const payload = data?.[mutation];
      assert.ok(payload);
      return payload;
    }

    const create = async (input: object): Promise<List> => (await change('createTargetList', input)).targetList;

    async function lists(apiKey = key): Promise<readonly List[]> {
      const { data, errors } = await cast.ask<{ readonly targetLists: readonly List[] }, object>(
        apiKey,
        `{ targetLists { ${list} } }`,
        {},
      );
      assert.equal(errors, undefined, JSON.stringify(errors));
      return data?.targetLists ?? [];
    }

    async function read(id: string, apiKey = key): Promise<List | null | undefined> {
      const { data, errors } = await cast.ask<{ readonly targetList: List | null }, object>(
        apiKey,
        `query ($id: ID!) { targetList(id: $id) { ${list} } }`,
        { id },
      );
      assert.equal(errors, undefined, JSON.stringify(errors));
      return data?.targetList;
    }

    it('are known by their ids in capitals, at every door', async () => {
      const { id } = await create({ name: 'Norway', targets: [person(people.ada)] });
      const capitals = id.toUpperCase();
      const { data, errors } = await cast.ask<{ targetList: List; introPlan: object }, object>(
        key,
        `query ($id: ID!) { targetList(id: $id) { ${list} introPlan { notes } } }`,
        { id: capitals },
      );
      assert.deepEqual([errors, data?.targetList.id, data?.targetList.totalCount], [undefined, id, 1]);
      const changed = await change('changeTargetList', { id: capitals, add: [person(people.ben)] });
      assert.equal(changed.targetList.totalCount, 2);
      assert.equal((await change('deleteTargetList', { id: capitals })).deleted, true);
      assert.deepEqual(await lists(), []);
    });

    it('keep people and companies in order, each once, with a status and a note', async () => {
      const { id, targets, totalCount } = await create({
        name: ' Seed investors ',
        targets: [
          { ref: { profile: { id: people.jonas.id.toUpperCase() } }, note: 'Met at the fair' },
          { ref: { companyWebsite: 'brightwater.example' }, status: 'ASKED' },
          person(people.jonas),
          { ref: { profile: { xnetSlug: 'jonas-weber' } } },
          { ref: { company: { id: companies.aurora.id } } },
        ],
      });
      assert.equal(totalCount, 3);
      assert.deepEqual(
        targets.map(({ id: _id, ...target }) => target),
        [
          {
            profile: { id: people.jonas.id },
            company: null,
            companyWebsite: null,
            status: 'TO_ASK',
            note: 'Met at the fair',
          },
          { profile: null, company: null, companyWebsite: 'brightwater.example', status: 'ASKED', note: null },
          {
            profile: null,
            company: { id: companies.aurora.id },
            companyWebsite: null,
            status: 'TO_ASK',
            note: null,
          },
        ],
      );
      const [jonas, website] = targets;
      const { targetList } = await change('changeTargetList', {
        id,
        name: 'Series A',
        add: [person(people.dmitri), { ...person(people.jonas), status: 'NO' }],
        edit: [{ id: jonas?.id, status: 'INTRODUCED', note: '' }],
        remove: [website?.id, 'nobody'],
      });
      assert.deepEqual(
        [targetList.name, targetList.totalCount, targetList.targets.map(({ status, note }) => [status, note])],
        [
          'Series A',
          3,
          [
            ['INTRODUCED', null],
            ['TO_ASK', null],
            ['TO_ASK', null],
          ],
        ],
      );
      assert.deepEqual(await read(id), targetList);
      assert.deepEqual(await change('deleteTargetList', { id }), { deleted: true, problems: [] });
      assert.deepEqual([await read(id), await lists()], [null, []]);
      assert.deepEqual(await change('deleteTargetList', { id }), { deleted: false, problems: [] });
    });

    it('are one key’s own, and one team’s', async () => {
      const { id } = await create({ name: 'Ours', targets: [person(people.jonas)] });
      const stranger = keyOf('meadow');
      assert.deepEqual([await read(id, stranger), await lists(stranger)], [null, []]);
      const unknown = 'input.id: must be the id of a target list of this team, but there is none with that id.';
      assert.deepEqual(await refused('changeTargetList', { id, name: 'Mine' }, stranger), [
        ['BAD_USER_INPUT', unknown],
      ]);
      await cast.ask(stranger, mutations.deleteTargetList, { input: { id } });
      assert.equal((await read(id))?.name, 'Ours');
      await change('deleteTargetList', { id });
    });

    it('are read by sessions that look, and changed by those that keep', async () => {
      const { id } = await create({ name: 'Shared' });
      const inSession = async (rights: string) => {
        const answer = await fetch(`${cast.graph.url}/session`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ rights }),
        });
        const { token } = await answer.json();
        const headers = { authorization: `Bearer ${token}` };
        const input = { id, name: `Renamed by one that may ${rights}` };
        const { errors } = await cast.ask(undefined, mutations.changeTargetList, { input }, { headers });
        const { data } = await cast.ask<{ readonly targetList: List }, object>(
          undefined,
          'query ($id: ID!) { targetList(id: $id) { name } }',
          { id },
          { headers },
        );
        return [data?.targetList.name, errors?.map(({ message }) => message)];
      };
      assert.deepEqual(await inSession('look'), [
        'Shared',
        ['The mutation needs a session with the right to keep, but this one has the right to look.'],
      ]);
      assert.deepEqual(await inSession('keep'), ['Renamed by one that may keep', undefined]);
      await change('deleteTargetList', { id });
    });

    it('change wholly or not at all', async () => {
      const { id, targets } = await create({ name: 'All or nothing', targets: [person(people.jonas)] });
      const refuse = async (more: object) =>
        (await refused('changeTargetList', { id, name: 'Changed', ...more }))?.flat();
      assert.deepEqual(
        await refuse({
          edit: [
            { id: targets[0]?.id, status: 'NO' },
            { id: 'nobody', status: 'NO' },
          ],
        }),
        ['BAD_USER_INPUT', 'input.edit: must name targets on the list, but none has the id “nobody”.'],
      );
      assert.deepEqual(
        await refuse({ add: Array.from({ length: 500 }, (_, at) => ({ ref: { companyWebsite: `${at}.example` } })) }),
        ['BAD_USER_INPUT', 'input.add: must leave at most 500 targets on the list, but would leave 501.'],
      );
      assert.deepEqual(await refuse({ edit: [{ id: targets[0]?.id, status: 'OTHER' }] }), [
        'BAD_USER_INPUT',
        'input.edit.0.status: must be one of TO_ASK, ASKED, INTRODUCED, NO, but got OTHER.',
      ]);
      assert.deepEqual(await refuse({ edit: [{ id: targets[0]?.id, note: 'x'.repeat(501) }] }), [
        'BAD_USER_INPUT',
        'input.edit.0.note: must have at most 500 characters, but has 501.',
      ]);
      assert.deepEqual(await read(id), { id, name: 'All or nothing', totalCount: 1, targets });
      await change('deleteTargetList', { id });
    });

    it('keep every one of changes at once', async () => {
      const { id } = await create({ name: 'Busy' });
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          change('changeTargetList', { id, add: [{ ref: { companyWebsite: `${at}.example` } }] }),
        ),
      );
      const { totalCount, targets } = (await read(id)) ?? {};
      assert.deepEqual([totalCount, targets?.length], [20, 20]);
      await change('deleteTargetList', { id });
    });

    it('are planned like the same targets in the question', async () => {
      const { id } = await create({ name: 'Planned', targets: [person(people.dmitri), person(people.jonas)] });
      const to = [people.dmitri, people.jonas].map((one) => ({ profile: { id: one.id } }));
      const plan = 'confidence asks { connector { name } introductions { at } } unreached { at reason message }';
      interface Plan {
        readonly introPlan: { readonly asks: readonly unknown[] };
      }
      const named = cast.ask<Plan, object>(key, `query ($to: [IntroTarget!]!) { introPlan(to: $to) { ${plan} } }`, {
        to,
      });
      const ofList = `query ($id: ID!, $hops: Int) { targetList(id: $id) { introPlan(hops: $hops) { ${plan} } } }`;
      const listed = (variables: object) =>
        cast.ask<{ readonly targetList: Plan | null }, object>(key, ofList, { id, ...variables });
      assert.ok(((await named).data?.introPlan.asks.length ?? 0) > 0);
      assert.deepEqual((await listed({})).data?.targetList, (await named).data);
      assert.deepEqual((await listed({ id: people.jonas.id })).data, { targetList: null });
      const add = Array.from({ length: 49 }, (_, at) => ({ ref: { companyWebsite: `planned-${at}.example` } }));
      await change('changeTargetList', { id, add });
      assert.deepEqual(
        (await listed({ hops: 2 })).errors?.map(({ message }) => message),
        ['targets: must hold at most 50 targets with hops: 2, but got 51.'],
      );
      await change('deleteTargetList', { id });
    });

    it('are created for nobody whose key the data service refuses', async () => {
      assert.deepEqual(
        (await refused('createTargetList', { name: 'Theirs' }, 'kith_no_such_key'))?.[0]?.[0],
        'UNAUTHENTICATED',
      );
    });
  });
