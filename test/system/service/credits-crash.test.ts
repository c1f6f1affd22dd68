import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { openStore, type Store } from '../../../src/store/open.ts';
import { keyOf, people, teams } from '../../support/cast/cast.ts';
import { seedCast } from '../../support/cast/seed.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';
import { databasePlace, type Place } from '../../support/place.ts';

const callers = 16;
const answersBeforeTheEnd = 60;
const ids = Object.values(people).map(({ id }) => id);

async function directoryPlace(): Promise<Place> {
  const directory = await temporaryDirectory();
  return {
    config: { kind: 'pglite', dataDir: directory.path },
    env: { KITH_DATA_DIR: directory.path },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

interface Load {
  /** Records delivered whole, by request id. */
  readonly delivered: ReadonlyMap<string, number>;
  /** Resolves when the calls are well under way. */
  readonly underWay: Promise<void>;
  /** Resolves when every caller has met the end of the service. */
  readonly ended: Promise<unknown>;
}

/** Callers that fetch one record after another until the service is gone. */
function load(url: string): Load {
  const delivered = new Map<string, number>();
  const underWay = Promise.withResolvers<void>();
  const call = async (number: number): Promise<void> => {
    for (let count = number; ; count += 1) {
      try {
        const answer = await fetch(`${url}/v3/profiles/fetch`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': keyOf('meadow') },
          body: JSON.stringify({ ids: ids.slice(0, (count % ids.length) + 1) }),
        });
        const { results }: { readonly results: readonly unknown[] } = JSON.parse(await answer.text());
        assert.equal(answer.status, 200);
        delivered.set(answer.headers.get('x-request-id') ?? '', results.length);
        if (delivered.size === answersBeforeTheEnd) underWay.resolve();
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
    }
  };
  const ended = Promise.all(Array.from({ length: callers }, (_, number) => call(number)));
  return { delivered, underWay: underWay.promise, ended };
}

async function ledgerOf({ db }: Store) {
  const charges = await db
    .selectFrom('charge')
    .select(['request_id', 'credits'])
    .where('team_id', '=', teams.meadow.id)
    .execute();
  const periods = await db.selectFrom('usage_period').select('used').where('team_id', '=', teams.meadow.id).execute();
  return { charges, used: periods.reduce((total, { used }) => total + Number(used), 0) };
}

const server = process.env.KITH_TEST_POSTGRES_URL;

suite('a service that is killed under load', () => {
  let place: Place;
  before(async () => {
    place = await (server ? databasePlace(server) : directoryPlace());
    await using store = await openStore(place.config);
    await seedCast(store.db);
  });
  after(() => place[Symbol.asyncDispose]());

  test('it has a ledger row for each delivered answer, and at most one more for each call in flight [credits-crash.ledger-row-delivered]', async () => {
    const delivered = new Map<string, number>();
    for (let round = 1; round <= 2; round += 1) {
      await using service = new Kith(['service', '--no-sample'], place.env);
      const running = load(await service.says(/^The data service answers on\s+(\S+)/));
      await Promise.race([running.underWay, running.ended]);
      await service.stop('SIGKILL');
      await running.ended;
      assert.ok(running.delivered.size >= answersBeforeTheEnd);
      for (const [request, records] of running.delivered) delivered.set(request, records);

      await using store = await openStore(place.config);
      const { charges, used } = await ledgerOf(store);
      const charged = new Map(charges.map(({ request_id, credits }) => [request_id, credits]));
      assert.equal(charged.size, charges.length);
      for (const [request, records] of delivered) assert.equal(charged.get(request), records);
      const extra = charged.size - delivered.size;
      assert.ok(extra <= callers * round, `${extra} rows beyond those of ${delivered.size} answers`);
      assert.equal(
        used,
        charges.reduce((total, { credits }) => total + credits, 0),
      );
    }
  });
});
