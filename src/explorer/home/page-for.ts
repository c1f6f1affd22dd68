import { addressOf } from '../frame/address.ts';

/** The first day of the time in a question, such as `who changed jobs last month`. */
const sinceIn = (text: string, now: Date): string | undefined => {
  const [, count = '1', unit = ''] =
    /\b(?:last|past|previous|this) (?:(\d+) )?(day|week|month|quarter|year)s?\b/i.exec(text) ?? [];
  const days = { day: 1, week: 7, month: 31, quarter: 92, year: 365 }[unit.toLowerCase()];
  if (days !== undefined) return new Date(now.getTime() - Number(count) * days * 86_400_000).toISOString().slice(0, 10);
  const [, day] = /\bsince (\d{4}(?:-\d{2}(?:-\d{2})?)?)\b/i.exec(text) ?? [];
  return day && `${day}-01-01`.slice(0, 10);
};

const moves =
  /\b(?:changed? (?:their )?jobs?|job changes?|new (?:jobs?|roles?|positions?)|(?:recent|latest) moves?|moved(?: on| jobs?)?|started (?:a )?new|joined a new|who(?:'s| is) new)\b/i;

/** Questions for which another page is the complete answer. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^(?:what|how much) .*\b(?:spen[dt]|paid|pay|used?)\b|^(?:our |my )?(?:spending|credits)$/i, '/team'],
  [/^(?:our |my |the |all )?(?:connectors?|team|exclusions|reach)$|\bopens? .*\bdoors?\b/i, '/team'],
  [/^(?:our |my )?activity$/i, '/activity'],
  [/^(?:my |our |all )?lists$/i, '/lists'],
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
