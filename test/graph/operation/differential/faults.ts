import fc from 'fast-check';
import { companyIdentifiers, profileIdentifiers } from '../../../../src/contract/identifier.ts';
import { companies, people } from '../../../support/cast/cast.ts';
import type { Fault } from '../../../support/network/recorder.ts';

/** An upstream that fails whoever asks for the same thing in the same way. */
export interface Trouble {
  /** Calls of this path fail. */
  readonly path: string;
  /** Undefined: all of them; else those that name one of these. */
  readonly naming: readonly string[] | undefined;
  readonly status: number;
}

const paths = [
  '/v3/profiles/fetch',
  '/v3/companies/fetch',
  '/v3/profiles/search',
  '/v3/companies/search',
  '/v3/relationships',
] as const;

/** All that a record goes by, as JSON has it. */
const names: readonly (readonly string[])[] = [
  ...Object.values(people)
    .slice(0, 4)
    .map((person) => [person.id, ...Object.values(profileIdentifiers(person)).flat()]),
  ...Object.values(companies).map((company) => [company.id, ...Object.values(companyIdentifiers(company)).flat()]),
].map((all) => all.flatMap((name) => [JSON.stringify(name), JSON.stringify(encodeURIComponent(name))]));

/** Mostly statuses that are not waited for: a 5xx is sent again after a while. */
const statuses = [200, 400, 400, 401, 402, 403, 404, 422, 422, 500] as const;

export const troubles: fc.Arbitrary<Trouble> = fc.record({
  path: fc.constantFrom(...paths),
  naming: fc.oneof(fc.constant(undefined), fc.constantFrom(...names), fc.constantFrom(...names)),
  status: fc.constantFrom(...statuses),
});

/** What a recorder does about it. A 200 without results is no answer of any operation's shape. */
export const faultOf =
  (troubles: readonly Trouble[]): Fault =>
  ({ path, body }) => {
    const text = JSON.stringify(body ?? {}).toLowerCase();
    const found = troubles.find(
      (one) => one.path === path && (one.naming?.some((name) => text.includes(name.toLowerCase())) ?? true),
    );
    return found && { status: found.status, body: { code: found.status, errors: ['No.'] } };
  };
