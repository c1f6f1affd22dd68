import { pageFrom } from '../../../reading/page.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { GivenRow } from './row.ts';

/** Whether a host of the rows' pages is the provider's. */
export async function providerHosts(
  scope: CredentialScope,
  rows: readonly GivenRow[],
): Promise<(host: string) => boolean> {
  const texts = rows.flatMap(({ xnetUrl, xnetSlug, website }) => [xnetUrl ?? [], xnetSlug ?? [], website ?? []].flat());
  const hosts = [...new Set(texts.flatMap((text) => pageFrom(text)?.host ?? []))];
  const provider = new Set<string>();
  for (const host of hosts) if (await scope.isProviderHost(host)) provider.add(host);
  return (host) => provider.has(host);
}
