import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createTeam } from '../../../src/contract/operation/team.ts';
import { writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { type CastService, openCast } from '../../support/service.ts';

/** Companies by name, each with its websites and one employee. */
const websites = {
  league: ['https://mlb.example'],
  yankees: ['https://www.mlb.example/yankees', 'https://yankees.example/home'],
  mets: ['http://MLB.example/Mets/'],
  one: ['https://shared.example/one'],
  two: ['shared.example/two'],
  eps: ['https://social.example/company/eps'],
  gamma: ['https://tree.example/view/gamma'],
  delta: ['https://tree.example/view/delta'],
  alone: ['https://ALONE.example/index.html'],
  left: ['twins.example'],
  right: ['https://twins.example/'],
  nowhere: ['n/a', 'acme', '1234'],
} as const;

describe('a company that is named by its website', () => {
  let service: CastService;
  /** By the id of the employee. */
  const employers = new Map<string, string>();
  before(async () => {
    service = await openCast();
    const companies = Object.entries(websites).map(([name, sites]) => {
      const id = randomUUID();
      return { id, company_info: { id, name, websites: [...sites] } };
    });
    await writeCompanies(service.store.db, companies);
    await writeProfiles(
      service.store.db,
      companies.map(({ id, company_info: { name } }) => {
        const employee = randomUUID();
        employers.set(employee, name);
        return {
          id: employee,
          profile_info: {
            id: employee,
            full_name: `Employee of ${name}`,
            xnet_url: `https://xnet.example/in/employee-of-${name}`,
            social_media: [{ network: 'xnet', slug: `employee-of-${name}` }],
            experience: [{ company_id: id, is_current: true, start_date: '2020-01-01' }],
          },
        };
      }),
    );
  });
  after(() => service.close());

  let count = 0;
  async function mappedFor(company_website: string): Promise<string | undefined> {
    count += 1;
    const { team_id } = await service.ask('harbor', createTeam, { team_name: `Team ${count}`, company_website });
    await service.context.jobs.idle();
    const connectors = await service.store.db
      .selectFrom('connector')
      .select('profile_id as id')
      .where('team_id', '=', team_id)
      .execute();
    assert.ok(connectors.length <= 1);
    return employers.get(connectors[0]?.id ?? '');
  }

  const found: readonly (readonly [website: string, company: keyof typeof websites | undefined])[] = [
    ['mlb.example/yankees', 'yankees'],
    ['https://www.MLB.example/yankees/roster?year=2020', 'yankees'],
    ['mlb.example/mets', 'mets'],
    ['mlb.example', 'league'],
    // The host is the league's alone, but pages of it are others'.
    ['mlb.example/padres', undefined],
    ['shared.example/one', 'one'],
    ['shared.example/two/', 'two'],
    ['shared.example', undefined],
    ['shared.example/three', undefined],
    ['yankees.example/home/index.html', 'yankees'],
    // Its website is a page: who else may have one on that host is not known.
    ['yankees.example', undefined],
    ['yankees.example/tickets', undefined],
    ['social.example/company/eps', 'eps'],
    ['HTTPS://www.social.example/company/EPS/people/?x=1', 'eps'],
    ['social.example/company/other', undefined],
    ['social.example/in/someone', undefined],
    ['social.example', undefined],
    ['tree.example/view/gamma', 'gamma'],
    ['tree.example/view/delta', 'delta'],
    ['tree.example/view', undefined],
    ['alone.example/about', 'alone'],
    ['//alone.example/about?x=1', 'alone'],
    ['twins.example', undefined],
  ];
  for (const [website, company] of found)
    it(`is ${company ?? 'nobody'} for ${website} [websites.whole-path-first]`, async () => {
      assert.equal(await mappedFor(website), company);
    });

  for (const website of ['n/a', 'acme', '1234'])
    it(`is refused for ${website}, which is no website`, async () => {
      const { status, body } = await service.post('harbor', createTeam.path, {
        team_name: website,
        company_website: website,
      });
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), /company_website: must be a website/);
    });
});
