import type { GraphOptions } from './server/graph-options.ts';
import type { Services } from './services.ts';
import type { PersonalKind, StoredFamily } from './state/people/personal-data.ts';

/** A capability that could be taken out: a folder of its own, and one line in `features/index.ts`. */
export interface Feature {
  readonly name: string;
  /** Features that are opened first, whose files it may import; without them, it is left out. */
  readonly needs?: readonly Feature[];
  /** Imports the module that declares its types and fields on the builder; commands that need no schema never do. */
  readonly fields?: () => Promise<unknown>;
  /** Partitions that it stores in. Partitions that nothing claims are removed by a purge of everything. */
  readonly stored?: readonly StoredFamily[];
  readonly personal?: PersonalKind;
  readonly open?: (services: Services, options: GraphOptions) => Promise<Opened> | Opened;
}

/** A feature of a running graph. */
export interface Opened {
  /** What it offers, found by class in `services.apis`. */
  readonly apis?: readonly object[];
}
