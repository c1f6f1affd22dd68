import type { Identifier } from '../../cache/record-key.ts';
import { invalidArgument } from '../../errors.ts';

import type { Builder } from '../builder.ts';
import { slugFrom } from '../profile/profile-lookup.ts';
import { type addLookupFailures, outcomeType } from '../record-lookup.ts';

interface CompanyBy {
  readonly id?: string | null | undefined;
  readonly xnetName?: string | null | undefined;
  readonly xnetUrl?: string | null | undefined;
  readonly xnetId?: number | null | undefined;
}

/** The input and the outcome of looking a company up. */
export function addCompanyLookup(builder: Builder, failures: ReturnType<typeof addLookupFailures>) {
  const by = builder.inputType('CompanyBy', {
    description: 'Names one company: exactly one of these.',
    isOneOf: true,
    fields: (t) => ({
      id: t.field({ type: 'UUID', description: 'The company’s id.' }),
      xnetName: t.string({ description: 'One of its slugs on the external network.' }),
      xnetUrl: t.string({ description: 'Its page on the external network.' }),
      xnetId: t.field({ type: 'SafeInt', description: 'Its numeric id on the external network.' }),
    }),
  });
  const lookup = builder.unionType('CompanyLookup', {
    description: 'A company, or why there is none.',
    types: ['Company', failures.notFound, failures.creditLimit, failures.upstreamFailed],
    resolveType: (outcome) => outcomeType(outcome, 'Company'),
  });
  return { by, lookup };
}

/** @throws a BAD_USER_INPUT error unless exactly one identifier is given */
export function companyIdentifier(by: CompanyBy, path = 'by'): Identifier {
  const given = Object.entries(by).filter(([, value]) => value !== null && value !== undefined);
  if (given.length !== 1)
    throw invalidArgument(path, `must hold exactly one of id, xnetName, xnetUrl and xnetId, but got ${given.length}.`);
  if (by.id) return { kind: 'ids', value: by.id };
  if (by.xnetUrl) return { kind: 'xnet_names', value: slugFrom(by.xnetUrl, `${path}.xnetUrl`) };
  if (by.xnetId !== null && by.xnetId !== undefined) return { kind: 'xnet_ids', value: String(by.xnetId) };
  if (by.xnetName) return { kind: 'xnet_names', value: by.xnetName };
  throw invalidArgument(path, 'must hold an identifier, but got an empty string.');
}
