import { slugOfUrl } from '../../../contract/identifier.ts';
import type { Identifier } from '../../cache/record-key.ts';
import { invalidArgument } from '../../errors.ts';

import type { Builder } from '../builder.ts';
import { type addLookupFailures, outcomeType } from '../record-lookup.ts';

/** Exactly one of these; the schema says so, and `identifierOf` checks it for gateways that do not. */
interface ProfileBy {
  readonly id?: string | null | undefined;
  readonly xnetName?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
  readonly xnetId?: number | null | undefined;
  readonly xnetEntityId?: string | null | undefined;
}

/** The input and the outcome of looking a profile up. */
export function addProfileLookup(builder: Builder, failures: ReturnType<typeof addLookupFailures>) {
  const by = builder.inputType('ProfileBy', {
    description: 'Names one profile: exactly one of these.',
    isOneOf: true,
    fields: (t) => ({
      id: t.field({ type: 'UUID', description: 'The profile’s id.' }),
      xnetName: t.string({ description: 'Its slug on the external network, such as `ada-lovelace`.' }),
      xnetUrl: t.string({ description: 'Its page on the external network.' }),
      xnetId: t.field({ type: 'SafeInt', description: 'Its numeric id on the external network.' }),
      xnetEntityId: t.string({ description: 'Its alphanumeric entity id on the external network.' }),
    }),
  });
  const lookup = builder.unionType('ProfileLookup', {
    description: 'A profile, or why there is none.',
    types: ['Profile', failures.notFound, failures.creditLimit, failures.upstreamFailed],
    resolveType: (outcome) => outcomeType(outcome, 'Profile'),
  });
  return { by, lookup };
}

/** @throws a BAD_USER_INPUT error unless exactly one identifier is given */
export function profileIdentifier(by: ProfileBy, path = 'by'): Identifier {
  const given = Object.entries(by).filter(([, value]) => value !== null && value !== undefined);
  if (given.length !== 1)
    throw invalidArgument(
      path,
      `must hold exactly one of id, xnetName, xnetUrl, xnetId and xnetEntityId, but got ${given.length}.`,
    );
  if (by.id) return { kind: 'ids', value: by.id };
  if (by.xnetUrl) return { kind: 'xnet_names', value: slugFrom(by.xnetUrl, `${path}.xnetUrl`) };
  if (by.xnetId !== null && by.xnetId !== undefined) return { kind: 'xnet_ids', value: String(by.xnetId) };
  if (by.xnetEntityId) return { kind: 'xnet_entity_ids', value: by.xnetEntityId };
  if (by.xnetName) return { kind: 'xnet_names', value: by.xnetName };
  throw invalidArgument(path, 'must hold an identifier, but got an empty string.');
}

/** @throws a BAD_USER_INPUT error when the URL has no slug */
export function slugFrom(url: string, path: string): string {
  const slug = slugOfUrl(url);
  if (slug !== undefined) return slug;
  throw invalidArgument(path, 'must be the URL of a page on the external network (…/in/<slug> or …/company/<slug>).');
}
