import { year } from '../format.ts';
import type { Way } from '../person/evidence.ts';
import { say } from '../sentences.ts';

/** A message that asks a connector for an introduction, with their common background and the reason. */
export const messageFor = (way: Way, target: string, note: string): string => {
  const [step] = way.steps;
  const [source] = step?.sources ?? [];
  const place =
    source && 'sharedCompany' in source && source.sharedCompany
      ? source.sharedCompany
      : source && 'sharedSchool' in source
        ? source.sharedSchool
        : undefined;
  const from = source && 'overlapStartDate' in source ? year(source.overlapStartDate) : undefined;
  const until = source && 'overlapEndDate' in source ? year(source.overlapEndDate) : undefined;
  const first = (way.connector?.name ?? '').split(' ')[0] ?? '';
  const bridge = way.steps.length > 1 ? (step?.profile?.fullName ?? undefined) : undefined;
  return say.message.text({ first, target, place: place ?? undefined, from, until, bridge, note });
};
