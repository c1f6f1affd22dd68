import type { Kysely } from 'kysely';
import { pageLimit } from '../../../contract/limits.ts';
import {
  mapNetwork,
  type NetworkMapperRequest,
  type NetworkMappingStarted,
} from '../../../contract/operation/network-mapper.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import { priceOf } from '../../../contract/price.ts';
import { type Website, websiteFrom } from '../../../reading/website.ts';
import type { Database } from '../../../store/database.ts';
import { urlProblem } from '../../../webhooks/url.ts';
import type { ServiceContext } from '../../context.ts';
import { chargeFor } from '../../credits/ledger.ts';
import { type Call, endpoint, JsonText, type Reply } from '../../endpoint.ts';
import { companyWithWebsite } from '../../mapping/company.ts';
import { isFresh, openTask } from '../../mapping/task.ts';
import { relationshipsOf } from '../../network/relationships-of.ts';
import type { NetworkScope } from '../../network/scope.ts';
import { idsOfNetwork } from '../../network/strongest.ts';
import { badRequest } from '../../problem.ts';
import { parseQuery } from '../../search/dsl/parse.ts';
import { demandShort } from '../../short-text.ts';
import { shown } from '../../shown.ts';

/**
 * POST /v3/network-mapper. The partner's whole network, or a company's once its people are mapped: 200 with at most
 * 1,000 items, strongest first. Until then, 202 with the mapping task, which is free and never refused.
 */
export const networkMapper = endpoint(mapNetwork, (call, service) => mapOrStart(mapNetwork, call, service, answerText));

/** A network's items, as JSON texts. */
export interface NetworkTexts {
  readonly items: readonly string[];
  readonly total: number;
}

const answerText = ({ items, total }: NetworkTexts): string =>
  `{"items":[${items.join(',')}],"count":${items.length},"total_count":${total}}`;

/**
 * Answers the network mapper of either version: charges under the operation's name, and stores the answer in the
 * transaction of the charge.
 *
 * @param write prints the answer's body
 * @param wholeNetwork the network if the request names no company
 */
export async function mapOrStart(
  operation: Pick<Operation, 'name' | 'price'>,
  { request, caller, requestId, keepAnswer }: Call<NetworkMapperRequest>,
  service: ServiceContext,
  write: (network: NetworkTexts) => string,
  wholeNetwork: (db: Kysely<Database>, teamId: string) => Promise<NetworkScope> = partnerNetwork,
): Promise<Reply<NetworkMappingStarted>> {
  const { db } = service.store;
  const tree = parseQuery('profile', request.query);
  const { callback_url: callbackUrl, mapping_company_website: website } = request;
  if (callbackUrl !== undefined) checkCallbackUrl(callbackUrl, service.allowPrivateCallbacks);
  const now = service.now();

  let network: NetworkScope;
  if (website === undefined) {
    network = await wholeNetwork(db, caller.teamId);
  } else {
    const site = checkedWebsite(website);
    const asked = { teamId: caller.teamId, website: site.key, callbackUrl };
    const companyId = await companyWithWebsite(db, site);
    if (companyId === undefined || !(await isFresh(db, caller.teamId, companyId, now))) {
      return { status: 202, body: { task_id: await openTask(service, { ...asked, companyId }) } };
    }
    network = { teamIds: [caller.teamId], mappedCompanyId: companyId };
  }

  const ids =
    tree.kind === 'all'
      ? await idsOfNetwork(db, network)
      : await service.search.strongest({ kind: 'profile', tree, scope: caller }, network);
  const items = await relationshipsOf(db, ids.slice(0, pageLimit.maximum), network);
  const credits = priceOf(operation.price, items.length);
  const charge = { caller, operation, credits, requestId, now };
  const text = write({ items, total: ids.length });
  if (keepAnswer === undefined) await chargeFor(db, charge);
  else
    await db.transaction().execute(async (trx) => {
      await chargeFor(trx, charge);
      await keepAnswer(trx, { status: 200, text });
    });
  return { status: 200, body: new JsonText(text), credits, isKept: keepAnswer !== undefined };
}

function checkedWebsite(website: string): Website {
  demandShort('mapping_company_website', website);
  const site = websiteFrom(website);
  if (site === undefined) throw badRequest(`mapping_company_website: must be a website, but got ${shown(website)}`);
  return site;
}

/** The connectors that a partner and its child teams added themselves. */
async function partnerNetwork(db: Kysely<Database>, partnerId: string): Promise<NetworkScope> {
  const children = await db.selectFrom('team').select('id').where('partner_id', '=', partnerId).execute();
  return { teamIds: [partnerId, ...children.map(({ id }) => id)], mappedCompanyId: null };
}

/** Throws a 400 `Problem` for a `callback_url` to which callbacks are not allowed. */
export function checkCallbackUrl(text: string, allowPrivate: boolean): void {
  const problem = urlProblem(text, allowPrivate);
  if (problem !== undefined) throw badRequest(`callback_url: ${problem}, but got ${shown(text)}`);
}
