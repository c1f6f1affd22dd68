import type { Kysely } from 'kysely';
import { type CreateTeamRequest, createTeam as createTeamOperation } from '../../contract/operation/team.ts';
import { slugKey, slugOfUrl } from '../../reading/page.ts';
import { websiteFrom } from '../../reading/website.ts';
import type { Database } from '../../store/database.ts';
import { findNames } from '../../store/record/names.ts';
import { emailKey } from '../../store/team/member.ts';
import { Refused } from '../../store/team/refused.ts';
import { createTeam as makeTeam } from '../../store/team/team.ts';
import { endpoint } from '../endpoint.ts';
import { companyWithWebsite } from '../mapping/company.ts';
import { mapEmployeesJob } from '../mapping/map-employees.ts';
import { badRequest, type Problem } from '../problem.ts';
import { demandShort } from '../short-text.ts';
import { shown } from '../shown.ts';

/** Creates a child team. If the request names a known company, its employees become connectors in the background. */
export const createTeam = endpoint(
  createTeamOperation,
  async ({ request, caller, requestId }, { store, jobs, audit }) => {
    for (const member of ['team_name', 'owner_email', 'company_website', 'company_linkedin_url'] as const)
      demandShort(member, request[member]);
    const name = request.team_name.trim();
    if (name === '') throw badRequest(`team_name: must not be blank, but got ${shown(request.team_name)}`);
    const ownerEmail = request.owner_email === undefined ? undefined : checkedEmail(request.owner_email);
    const companyId = await companyOf(store.db, request);
    const id = await store.db.transaction().execute(async (trx) => {
      const team = await makeTeam(trx, { name, ownerEmail, partnerId: caller.ownTeamId }).catch(refusedAsProblem);
      if (companyId !== undefined) await jobs.add(trx, mapEmployeesJob(team.id, companyId));
      return team.id;
    });
    audit?.('team.created', { team: id, partner: caller.ownTeamId, request_id: requestId });
    return { status: 200, body: { team_id: id } };
  },
);

function checkedEmail(email: string): string {
  try {
    return emailKey(email);
  } catch (error) {
    throw error instanceof Refused
      ? badRequest(`owner_email: must be an e-mail address, but got ${shown(email)}`)
      : error;
  }
}

function refusedAsProblem(error: unknown): never {
  throw error instanceof Refused ? badRequest(error.message) : error;
}

/** The company that the request names; undefined if it names none, or an unknown one. */
async function companyOf(db: Kysely<Database>, request: CreateTeamRequest): Promise<string | undefined> {
  const { company_website: website, company_linkedin_url: url } = request;
  if (website !== undefined) {
    const keys = websiteFrom(website);
    if (keys === undefined) throw notNamed('company_website', 'a website', website);
    return companyWithWebsite(db, keys);
  }
  if (url === undefined) return undefined;
  const slug = slugOfUrl(url, 'company');
  if (slug === undefined) throw notNamed('company_linkedin_url', 'the URL of a company’s page', url);
  const name = { kind: 'xnet_name', key: slugKey(slug) } as const;
  return (await findNames(db, 'company', [name]))(name);
}

const notNamed = (path: string, wanted: string, got: string): Problem =>
  badRequest(`${path}: must be ${wanted}, but got ${shown(got)}`);
