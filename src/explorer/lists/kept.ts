import { signal } from '@preact/signals';
import { addressOf } from '../frame/address.ts';
import type { PlanQueryVariables } from '../generated/documents.ts';
import { introTargetOf, maxInAddress, packTargets, type Status, type Target, unpackTargets } from './target.ts';

/**
 * Where lists are kept. The graph keeps those of a session that has the right to keep. One that may only look keeps a list in
 * its address, up to 30 targets; what does not fit there, longer lists and notes, stays in memory for the visit.
 */

/** A list as pages show it. */
export interface TargetList {
  readonly name: string;
  readonly targets: readonly Target[];
  /** How many introductions one connector is asked for at most. */
  readonly perConnector: number;
  /** Connectors who are left out, by id. */
  readonly leftOut: readonly string[];
}

export const listPath = '/lists/plan';

/** The address of a list that the graph keeps. */
export const keptAddress = (id: string): string => `/lists/${encodeURIComponent(id)}`;

/** The most targets of a list that the graph keeps. */
export const mostKept = 500;

const defaultPerConnector = 3;
export const maxPerConnector = 10;

/** Lists too long for an address, by their names there. */
const long = new Map<string, readonly Target[]>();

/** The address of a list. */
export const listAddress = ({ name, targets, perConnector, leftOut }: TargetList): string => {
  const fits = targets.length <= maxInAddress;
  const key = fits ? undefined : keyOf(targets);
  if (key !== undefined) long.set(key, targets);
  return addressOf(listPath, {
    name,
    ...(fits ? { t: packTargets(targets) } : { here: key ?? '' }),
    ...planMembers({ perConnector, leftOut }),
  });
};

type PlanSettings = Pick<TargetList, 'perConnector' | 'leftOut'>;

/** How a plan is made, as members of an address. */
export const planMembers = ({ perConnector, leftOut }: PlanSettings) => ({
  per: perConnector === defaultPerConnector ? undefined : String(perConnector),
  out: leftOut.length > 0 ? leftOut.join('*') : undefined,
});

/** How an address says that a plan is made. */
export const planIn = ({ per = '', out = '' }: Readonly<Partial<Record<string, string>>>): PlanSettings => {
  const perConnector = Number.parseInt(per, 10);
  return {
    perConnector: perConnector >= 1 && perConnector <= maxPerConnector ? perConnector : defaultPerConnector,
    leftOut: out.split('*').filter((id) => id !== ''),
  };
};

const keyOf = (targets: readonly Target[]): string => {
  const found = [...long].find(([, known]) => known === targets)?.[0];
  return found ?? String(long.size + 1);
};

/** The list that an address holds; undefined where it was kept in memory, and is gone. */
export const listIn = (query: Readonly<Partial<Record<string, string>>>): TargetList | undefined => {
  const targets = query.t !== undefined ? unpackTargets(query.t) : long.get(query.here ?? '');
  if (!targets || targets.length === 0) return undefined;
  return { name: query.name ?? '', targets, ...planIn(query) };
};

export const newList = (name: string, targets: readonly Target[]): TargetList => ({
  name,
  targets,
  perConnector: defaultPerConnector,
  leftOut: [],
});

/** How a list is planned for, in one step. */
export const planOf = ({ targets, perConnector, leftOut }: TargetList): PlanQueryVariables => ({
  to: targets.map(({ ref }) => introTargetOf(ref)),
  perConnector,
  hops: 1,
  leftOut,
});

export const withStatus = (list: TargetList, at: number, status: Status): TargetList => ({
  ...list,
  targets: list.targets.map((target, index) => (index === at ? { ...target, status } : target)),
});

/** A list that was opened in this visit. */
export interface KeptList {
  readonly address: string;
  readonly name: string;
  readonly targets: number;
  readonly reachable: number | undefined;
}

/** The lists of this visit, the last opened first. */
export const keptLists = signal<readonly KeptList[]>([]);

export const keepList = (list: KeptList): void => {
  keptLists.value = [list, ...keptLists.value.filter(({ name }) => name !== list.name)];
};

/** Notes on targets, by the target; for the visit. */
export const notes = signal<ReadonlyMap<string, string>>(new Map());

export const noteOn = (key: string, text: string): void => {
  notes.value = new Map(notes.value).set(key, text);
};
