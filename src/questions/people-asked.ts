import type { Span } from '../reading/spans.ts';
import { functionOf, isForeign } from '../reading/vocabulary.ts';
import { isLeading, isOfWork } from './filters-of.ts';
import { anyFormOf } from './forms.ts';
import type { LookUps } from './look-ups.ts';
import { type Meaning, peopleBy } from './meaning.ts';
import { type Filters, filtersIn } from './people-filters.ts';

/** The list of people with these filters. If nobody has the title, and somebody the title’s function, that replaces the title. */
export const toPeople = async (
  filters: Filters,
  unread: readonly string[],
  words: readonly Span[],
  graph: LookUps,
): Promise<Meaning> => {
  const to = (some: Filters): Meaning => peopleBy(filtersIn(some), unread.join(' '));
  const { title, ...others } = filters;
  const count = async (some: Filters): Promise<number> => (await graph.people(anyFormOf(some))).total;
  // Those who lead a small team are managers.
  if (title === undefined && filters.level === 'cxo|vp|director' && (await count(filters)) === 0) {
    const managers = { ...filters, level: 'cxo|vp|director|manager' };
    return to((await count(managers)) > 0 ? managers : filters);
  }
  const worded = words.filter(isOfWork).map(({ text }) => text);
  // A title that was translated may be called otherwise.
  const work = title !== undefined && worded.some(isForeign) ? functionOf(worded) : undefined;
  if (work === undefined || Object.keys(others).length === 0) return to(filters);
  if ((await count(filters)) > 0) return to(filters);
  const wider = { ...others, function: work };
  // `Vertriebsleiter` lead the function.
  const leading = { ...wider, level: 'cxo|vp|director' };
  if (isLeading(title) && (await count(leading)) > 0) return to(leading);
  return (await count(wider)) > 0 ? to(wider) : to(filters);
};
