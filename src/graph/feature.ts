import type { FastifyInstance } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { OperationHooks } from './operation/hooks.ts';
import type { ResolvedOptions } from './server/graph-options.ts';
import type { HttpServices } from './server/http-services.ts';
import type { Cap } from './server/request-context.ts';
import type { Services } from './services.ts';
import type { PersonalKind, StoredFamily } from './state/people/personal-data.ts';
import type { Session } from './state/sessions/session.ts';

/** A capability that could be taken out: a folder of its own, and one line in `features/index.ts`. */
export interface Feature {
  readonly name: string;
  /** Features that are opened first, whose files it may import; without them, it is left out. */
  readonly needs?: readonly Feature[];
  /** Imports the module that declares its types and fields on the builder; commands that need no schema never do. */
  readonly fields?: () => Promise<unknown>;
  /** Members of a session that only it honours: without the feature, a session that has one is refused. */
  readonly claims?: readonly (keyof Session)[];
  /** Partitions that it stores in. Partitions that nothing claims are removed by a purge of everything. */
  readonly stored?: readonly StoredFamily[];
  readonly personal?: PersonalKind;
  readonly open?: (services: Services, options: ResolvedOptions) => Promise<Opened> | Opened;
}

/** A feature of a running graph. */
export interface Opened extends OperationHooks {
  /** What it offers, found by class in `services.apis`. */
  readonly apis?: readonly object[];
  /** Caps the credits that an operation of a session may spend. */
  readonly cap?: Cap;
  readonly routes?: (app: FastifyInstance, http: HttpServices) => void;
  /** Routes for administrators, who reach them sealed or over the socket. */
  readonly admin?: { readonly paths: readonly string[]; readonly serve: (admin: FastifyInstance) => void };
  /** Seals all that it stores with the present secret; resolves with the number of values. */
  readonly sealAnew?: () => Promise<number>;
  /** Ends feeds and timers, before the HTTP server closes. */
  stop?(reason: GraphQLError): Promise<void> | void;
}
