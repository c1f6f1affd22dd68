/** Where changes begin: after a change with an id, or at a time, in milliseconds since 1970. */
export interface Since {
  readonly id?: string;
  readonly at?: number;
}

const dayMs = 86_400_000;

const unitDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };

/** Reads the beginning of a period: the id of a change, a date, or words such as `last week`; undefined for anything else. */
export function sinceFrom(text: string, now: number): Since | undefined {
  const given = text.trim().toLowerCase();
  if (/^[\da-f-]{36}\./.test(given)) return { id: text.trim() };
  if (/^\d{4}(-\d\d){0,2}(t[\d:.]+z?)?$/.test(given)) {
    const at = Date.parse(given.length === 4 ? `${given}-01-01` : given);
    return Number.isNaN(at) ? undefined : { at };
  }
  if (/^\d{1,3}$/.test(given)) return { at: now - dayMs * Number(given) };
  if (given === 'today') return { at: now - (now % dayMs) };
  if (given === 'yesterday') return { at: now - (now % dayMs) - dayMs };
  const [, count = '1', unit = ''] =
    /^(?:the |since |in the |over the )*(?:last|past|this|previous)? ?(\d*) ?(day|week|month|quarter|year)s?(?: ago)?$/.exec(
      given,
    ) ?? [];
  const days = unitDays[unit];
  return days === undefined ? undefined : { at: now - days * dayMs * Number(count || '1') };
}
