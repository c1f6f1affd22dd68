import { companyAddress, personAddress } from '../frame/address.ts';
import type { PlanQuery } from '../generated/documents.ts';
import type { Vocabulary } from '../home/vocabulary.ts';
import type { Way } from '../person/evidence.ts';
import { say } from '../sentences.ts';
import type { TargetList } from './kept.ts';
import type { Target } from './target.ts';

/** What a plan says. */
export type Introductions = NonNullable<PlanQuery['introPlan']>;

/** A target with what the plan says of it. */
export interface PlannedTarget {
  readonly at: number;
  readonly target: Target;
  readonly name: string;
  /** Title and employer. */
  readonly detail: string;
  readonly address: string;
  readonly way: Way | undefined;
  readonly unreached: Introductions['unreached'][number] | undefined;
}

/** The targets of a list in its order, with the plan once it is there. */
export const plannedTargets = (
  list: TargetList,
  plan: Introductions | null | undefined,
  { people }: Vocabulary,
): readonly PlannedTarget[] => {
  const ways = new Map(
    (plan?.asks ?? []).flatMap(({ introductions }) => introductions.map(({ at, path }) => [at, path] as const)),
  );
  const unreached = new Map((plan?.unreached ?? []).map((one) => [one.at, one]));
  return list.targets.map((target, at) => {
    const { ref } = target;
    const way = ways.get(at);
    const free = way?.target ?? unreached.get(at)?.target;
    const known = ref.kind === 'person' ? people.get(ref.id) : undefined;
    const title = free?.currentTitle ?? known?.title;
    const employer = free?.currentCompanyName ?? known?.employer;
    const place = ref.kind === 'website' ? ref.website : '';
    return {
      ...{ at, target, way },
      unreached: unreached.get(at),
      name: free?.fullName ?? known?.name ?? (place || say.locked),
      detail: [title, employer, free && place].filter(Boolean).join(' · '),
      address:
        ref.kind === 'company'
          ? companyAddress(ref.id)
          : free
            ? personAddress(free.id)
            : ref.kind === 'person'
              ? personAddress(ref.id)
              : `/companies?${new URLSearchParams({ website: place })}`,
    };
  });
};
