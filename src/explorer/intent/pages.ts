import { addressOf } from '../frame/address.ts';

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const firstOf = (year: number, month: number): string => dayOf(Date.UTC(year, month, 1));

/** The start date in a question, such as `who changed jobs last month`. */
const sinceIn = (text: string, now: Date): string | undefined => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (/\b(?:last|past|previous) year\b/i.test(text)) return firstOf(year - 1, 0);
  if (/\bthis year\b/i.test(text)) return firstOf(year, 0);
  if (/\b(?:last|past|previous) month\b/i.test(text)) return firstOf(year, month - 1);
  if (/\bthis month\b/i.test(text)) return firstOf(year, month);
  if (/\b(?:last|past) quarter\b/i.test(text)) return firstOf(year, month - 3);
  if (/\b(?:last|past|this) week\b/i.test(text)) return dayOf(now.getTime() - 7 * dayMs);
  const [, count, unit] = /\b(?:last|past) (\d+) (day|week|month|year)s?\b/i.exec(text) ?? [];
  if (count && unit) {
    const days = { day: 1, week: 7, month: 30, year: 365 }[unit.toLowerCase()] ?? 1;
    return dayOf(now.getTime() - Number(count) * days * dayMs);
  }
  const [, day] = /\bsince (\d{4}(?:-\d{2}(?:-\d{2})?)?)\b/i.exec(text) ?? [];
  return day && `${day}-01-01`.slice(0, 10);
};

const moves =
  /\b(?:changed? (?:their )?jobs?|job changes?|new (?:jobs?|roles?|positions?)|(?:recent|latest) moves?|moved(?: on| jobs?)?|started (?:a )?new|joined a new|who(?:'s| is) new)\b/i;

/** Questions for which another page is the complete answer. */
const pages: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:what|how much) (?:did|do|have|has) (?:we|i|our team) (?:spen[dt]|pa(?:y|id)|used?)\b|^(?:our |my )?(?:spend|spending|credits|receipts|activity)$/i,
    '/activity',
  ],
  [
    /^(?:who are )?(?:our|my|the|all)? ?(?:connectors?|team|exclusions|reach)$|^who asks for us$|^(?:who|whom) do we leave alone$|\bopens? (?:which|what|the most)? ?doors?\b|^who knows (?:the )?most\b/i,
    '/team',
  ],
  [/^(?:my|our|all)? ?lists$/i, '/lists'],
];

/** The page that answers a question without names or filters; undefined if there is none. */
export const pageFor = (text: string, now: Date): string | undefined => {
  const plain = text
    .replaceAll(/\s+/g, ' ')
    .replace(/[?!.\s]+$/, '')
    .trim();
  if (moves.test(plain) && !/\b(?:at|to|from) \p{Lu}/u.test(plain))
    return addressOf('/moves', { since: sinceIn(plain, now) ?? '' });
  const [, website] = /^map (?:the network of )?([\w-]+(?:\.[\w-]+)+)$/i.exec(plain) ?? [];
  if (website) return addressOf('/activity', { map: website.toLowerCase() });
  return pages.find(([pattern]) => pattern.test(plain))?.[1];
};
