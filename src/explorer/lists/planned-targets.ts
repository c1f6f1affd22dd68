import { role } from '../format.ts';
import { addressOf, companyAddress, personAddress } from '../frame/address.ts';
import type { Vocabulary } from '../home/vocabulary.ts';
import type { Way } from '../person/evidence.ts';
import { say } from '../sentences.ts';
import type { Target } from './target.ts';
import type { Introductions, ListPlan } from './use-list-plan.ts';

/** A person to whom the plan requests an introduction. */
export interface Asked {
  /** Index in the plan. */
  readonly place: number;
  readonly name: string;
  /** Title and employer. */
  readonly detail: string;
  readonly address: string;
  readonly way: Way;
}

/** A target with its part of the plan. */
export interface PlannedTarget {
  readonly at: number;
  readonly target: Target;
  readonly name: string;
  readonly detail: string;
  readonly address: string;
  readonly isFirm: boolean;
  /** Introductions to request: one, or up to three at a company. */
  readonly asks: readonly Asked[];
  /** The reason why there are none. */
  readonly unreached: Introductions['unreached'][number]['reason'] | undefined;
  readonly message: string;
}

/** Joins the targets of a list, in its order, with the plan once that is loaded. */
export const plannedTargets = (
  targets: readonly Target[],
  { plan, wanted, there }: Pick<ListPlan, 'plan' | 'wanted' | 'there'>,
  { people }: Vocabulary,
): readonly PlannedTarget[] => {
  const ways = new Map(
    (plan?.asks ?? []).flatMap(({ introductions }) => introductions.map(({ at, path }) => [at, path] as const)),
  );
  const missed = new Map((plan?.unreached ?? []).map((one) => [one.at, one]));
  const byTarget = Map.groupBy(wanted.entries(), ([, { at }]) => at);
  return targets.map((target, at): PlannedTarget => {
    const { ref, label, title } = target;
    const places = (byTarget.get(at) ?? []).map(([place]) => place);
    const isFirm = ref.kind !== 'person';
    const [first = -1] = places;
    const free = isFirm ? undefined : (ways.get(first)?.target ?? missed.get(first)?.target);
    const known = isFirm ? undefined : people.get(ref.id);
    const asks = places.flatMap((place): readonly Asked[] => {
      const way = ways.get(place);
      if (!way) return [];
      const { id = '', fullName, currentTitle, currentCompanyName } = way.target ?? {};
      return [
        {
          ...{ place, way },
          name: fullName ?? label ?? say.locked,
          detail: role(currentTitle, currentCompanyName),
          address: personAddress(id),
        },
      ];
    });
    const reach = there.get(target.id);
    const reason = missed.get(first)?.reason ?? (isFirm && plan && asks.length === 0 ? 'NO_PATH' : undefined);
    return {
      ...{ at, target, isFirm, asks },
      name: free?.fullName ?? known?.name ?? label ?? (ref.kind === 'website' ? ref.website : say.locked),
      detail: isFirm
        ? reach
          ? `${say.people(reach.people)} you can reach there${title ? `: ${title}` : ''}`
          : ''
        : role(free?.currentTitle ?? known?.title, free?.currentCompanyName ?? known?.employer),
      address:
        ref.kind === 'person'
          ? personAddress(ref.id)
          : ref.kind === 'company'
            ? addressOf(companyAddress(ref.id), { name: label ?? '', title: title ?? '' })
            : addressOf('/companies', { website: ref.website }),
      unreached: asks.length > 0 ? undefined : reason,
      message: missed.get(first)?.message ?? '',
    };
  });
};
