import { year } from '../format.ts';
import type { Way } from '../person/evidence.ts';

/** A message that asks a connector for an introduction, with their common background and the reason. */
export const messageFor = (way: Way, target: string, note: string): string => {
  const [step] = way.steps;
  const [source] = step?.sources ?? [];
  const company = source && 'sharedCompany' in source ? source.sharedCompany : undefined;
  const school = source && 'sharedSchool' in source ? source.sharedSchool : undefined;
  const place = company || school;
  const from = source && 'overlapStartDate' in source ? year(source.overlapStartDate) : undefined;
  const until = source && 'overlapEndDate' in source ? year(source.overlapEndDate) : undefined;
  const first = (way.connector?.name ?? '').split(' ')[0] ?? '';
  const bridge = way.steps.length > 1 ? step?.profile?.fullName : undefined;
  const years = from === undefined ? '' : until === undefined ? ` since ${from}` : ` ${from}–${until}`;
  const who = bridge ?? target;
  const shared = place ? `you and ${who} overlapped at ${place}${years}` : `you and ${who} know each other`;
  const ask = !bridge ? 'Would you introduce us?' : `Could they introduce us to ${target}?`;
  return `Hi ${first}, ${shared}. ${ask}${note === '' ? '' : ` Why: ${note}`}`;
};
