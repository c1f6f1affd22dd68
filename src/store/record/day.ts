const written = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)/;

/**
 * The day (`YYYY-MM-DD`) that a record's date means, whatever stands after it. A year or month alone means its first
 * or its last day, as asked; null where the text names no day of the calendar.
 */
export function dayOf(text: string | null | undefined, edge: 'first' | 'last'): string | null {
  const [, year, month, day] = written.exec(text ?? '') ?? [];
  if (year === undefined || year === '0000') return null;
  const wholeMonth = month ?? (edge === 'first' ? '01' : '12');
  if (Number(wholeMonth) < 1 || Number(wholeMonth) > 12) return null;
  const lastDay = new Date(Date.UTC(Number(year), Number(wholeMonth), 0)).getUTCDate();
  const wholeDay = day ?? (edge === 'first' ? '01' : String(lastDay));
  return Number(wholeDay) < 1 || Number(wholeDay) > lastDay ? null : `${year}-${wholeMonth}-${wholeDay}`;
}
