import { findRelationships } from '../../contract/operation/relationships.ts';
import { pageFrom } from '../../reading/page.ts';
import { revealsNothing } from '../loaders/batch-scheduler.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';

/** How many relationships are read to learn the hosts of people's pages. */
const sample = 20;

/**
 * Whether a page's host is the provider's: its name holds the provider's word, or records have pages there. Only on such a
 * host does a URL identify a person; any other site may have pages below `/in/`. Free: one call, if some host is unknown
 * and no record was seen yet.
 */
export async function isProviderHost(
  scope: CredentialScope,
  rows: readonly { readonly xnetUrl?: string | null | undefined; readonly xnetSlug?: string | null | undefined }[],
): Promise<(host: string) => boolean> {
  const { pageHosts } = scope.cache;
  const words = new Set(['xnet', scope.client.names?.words.xnet ?? 'xnet']);
  const isProvider = (host: string): boolean =>
    host.split('.').some((label) => words.has(label)) ||
    [...pageHosts].some((seen) => host === seen || host.endsWith(`.${seen}`));
  const isUnknown = rows.some(({ xnetUrl, xnetSlug }) =>
    [xnetUrl, xnetSlug].some((text) => {
      const host = text ? pageFrom(text)?.host : undefined;
      return host !== undefined && !isProvider(host);
    }),
  );
  if (isUnknown && pageHosts.size === 0) {
    const request = { query: { match_all: {} }, limit: sample };
    const answer = await unlessRefused(scope.search(findRelationships, request, revealsNothing));
    for (const item of answer?.body.items ?? []) {
      const url = item?.profile?.xnet_url;
      const host = url ? pageFrom(url)?.host : undefined;
      if (host !== undefined) pageHosts.add(host);
    }
  }
  return isProvider;
}
