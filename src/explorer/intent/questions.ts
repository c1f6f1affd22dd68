import { addressOf } from '../frame/address.ts';
import { trimmed } from './words.ts';

/** A question about ways to somebody: a person or company, perhaps by the title of whom to reach there. */
export interface IntroQuestion {
  readonly target: string;
  /** The company's people are meant. */
  readonly isCompany: boolean;
  readonly title: string | undefined;
  /** The verb also asks for a skill: `who knows Rust`. */
  readonly maybeSkill: boolean;
}

const introVerbs: readonly RegExp[] = [
  /^(?:who|whom) (?:can|could|would|might|should) (?:introduce|intro|connect|put|get) (?:me|us)(?: in touch)?(?: to| with| through to)? (.+)$/i,
  /^(?:please |can you |could you )?(?:introduce|connect) (?:me|us) (?:to|with) (.+)$/i,
  /^(?:(?:get|give|find|need|want) (?:me |us )?)?(?:(?:a|an|the) )?(?:warm |best |good )?(?:intro|introduction|introducer|way in|way|path|route|connection|connections|link|door|doors)s? (?:in)?to (.+)$/i,
  /^(?:how (?:can|do|could) (?:i|we) )(?:reach|get to|get into|meet|get in touch with|contact|approach) (.+)$/i,
  /^(?:who|whom) (?:should|can|could|do|would) (?:i|we) ask (?:about|for|to reach) (.+)$/i,
  /^(?:i|we) (?:want|need|would like) to (?:reach|meet|talk to) (.+)$/i,
];

const knows = /^who (?:here |already |all )?knows? (.+)$/i;

export const introQuestionIn = (text: string): IntroQuestion | undefined => {
  const plain = trimmed(text);
  const known = knows.exec(plain)?.[1];
  const object = known ?? introVerbs.map((verb) => verb.exec(plain)?.[1]).find((one) => one !== undefined);
  if (object === undefined) return undefined;
  const target = trimmed(object);
  const anybody = /^(?:someone|somebody|anyone|anybody|people|a person|folks) (?:at|in|from|of|inside) (.+)$/i.exec(
    target,
  )?.[1];
  if (anybody) return { target: anybody, isCompany: true, title: undefined, maybeSkill: false };
  const [, title, company] =
    /^(?:the |an? |their |any )?(.+?) (?:at|from) (.+)$/i.exec(target) ??
    /^(?:[Tt]he |[Aa]n? |[Tt]heir |[Aa]ny )?(.+?) of (\p{Lu}.*)$/u.exec(target) ??
    [];
  if (title && company) return { target: company, isCompany: true, title, maybeSkill: false };
  return { target, isCompany: false, title: undefined, maybeSkill: known !== undefined };
};

/** Whom a connector knows: `people Ada knows`. */
export const connectorIn = (text: string): string | undefined => {
  const [, name] =
    /^(?:people|who|whom|everyone|those)?(?: (?:that|whom))? ?(?:does |do |did )?(.+?) knows?$/i.exec(trimmed(text)) ??
    [];
  return name && !/^(?:we|i|you|they|our team|my team|who|people)$/i.test(name)
    ? name.replace(/^(?:people|who|whom) /i, '')
    : undefined;
};

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const firstOf = (year: number, month: number): string => dayOf(Date.UTC(year, month, 1));

/** The day since when, in a question such as `who changed jobs last month`. */
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

const movesWords =
  /\b(?:changed? (?:their )?jobs?|job changes?|new (?:jobs?|roles?|positions?)|(?:recent|latest) moves?|moved(?: on| jobs?)?|started (?:a )?new|joined a new|who(?:'s| is) new)\b/i;

/** Questions that another page answers as a whole. */
const places: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:what|how much) (?:did|do|have|has) (?:we|i|our team) (?:spen[dt]|pa(?:y|id)|used?)\b|^(?:our |my )?(?:spend|spending|credits|receipts|activity)$/i,
    '/activity',
  ],
  [
    /^(?:who are )?(?:our|my|the|all)? ?(?:connectors?|team|exclusions)$|^who asks for us$|^(?:who|whom) do we leave alone$/i,
    '/team',
  ],
  [/\bopens? (?:which|what|the most)? ?doors?\b|^who knows (?:the )?most\b|^(?:our |my )?reach$/i, '/team'],
  [/^(?:my|our|all)? ?lists$/i, '/lists'],
];

/** The page that a question is for, where no name or filter is asked about. */
export const placeFor = (text: string, now: Date): string | undefined => {
  const plain = trimmed(text);
  if (movesWords.test(plain) && !/\bat \p{Lu}/u.test(plain))
    return addressOf('/moves', { since: sinceIn(plain, now) ?? '' });
  const [, website] = /^map (?:the network of )?([\w-]+(?:\.[\w-]+)+)$/i.exec(plain) ?? [];
  if (website) return addressOf('/activity', { map: website.toLowerCase() });
  return places.find(([pattern]) => pattern.test(plain))?.[1];
};
