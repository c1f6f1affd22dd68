import { type Document, silentPoints, specification } from './documents.ts';
import type { Part } from './row.ts';
import { authentication } from './rows/authentication.ts';
import { errors } from './rows/errors.ts';
import { fetching } from './rows/fetch.ts';
import { limits } from './rows/limits.ts';
import { mapper } from './rows/network.ts';
import { overview } from './rows/overview.ts';
import { resources } from './rows/resources.ts';
import { searching } from './rows/search.ts';
import { silentCredits } from './rows/silent-credits.ts';
import { silentNetwork } from './rows/silent-network.ts';
import { silentRequests } from './rows/silent-requests.ts';
import { silentSearch } from './rows/silent-search.ts';
import { team } from './rows/team.ts';
import { versions } from './rows/versions.ts';

/** The rows of every document. */
export const parts: readonly (readonly [document: Document, parts: readonly Part[]])[] = [
  [
    specification,
    [overview, resources, searching, fetching, mapper, team, versions, authentication, errors, limits].flat(),
  ],
  [silentPoints, [silentRequests, silentSearch, silentCredits, silentNetwork].flat()],
];

/** The ids of the tests that prove a sentence. */
export const provingIds: ReadonlySet<string> = new Set(
  parts.flatMap(([, all]) =>
    all.flatMap(({ rows }) =>
      rows.flatMap(([, ...proofs]) => proofs.flatMap((one) => (one.by === 'test' ? one.id : []))),
    ),
  ),
);
