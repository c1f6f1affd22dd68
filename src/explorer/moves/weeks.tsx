import { Section } from '../components/section.tsx';
import { day, number } from '../format.ts';
import { useAddress } from '../frame/address.ts';
import { MovesByWeek } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { say } from '../sentences.ts';

const dayMs = 86_400_000;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The Mondays of the last eight weeks, and of the next one. */
const mondays = () => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
  const at = (weeks: number): string => dateOf(monday - weeks * 7 * dayMs);
  return { d0: at(7), d1: at(6), d2: at(5), d3: at(4), d4: at(3), d5: at(2), d6: at(1), d7: at(0), d8: at(-1) };
};

export interface Week {
  /** Its Monday. */
  readonly start: string;
  /** The value of the `since` filter for this week. */
  readonly range: string;
  readonly count: number | undefined;
  readonly ids: ReadonlySet<string>;
}

/** Who started a job in each of the last eight weeks; undefined while loading, and empty if it cannot be read. */
export const useWeeks = (): readonly Week[] | undefined => {
  const days = mondays();
  const { data, isLoading } = useQuery(MovesByWeek, days);
  if (isLoading) return undefined;
  if (!data) return [];
  const starts = Object.values(days);
  return [data.w0, data.w1, data.w2, data.w3, data.w4, data.w5, data.w6, data.w7].map((week, at) => ({
    start: starts[at] ?? '',
    range: `${starts[at]}..${starts[at + 1]}`,
    count: week?.totalCount,
    ids: new Set((week?.nodes ?? []).flatMap(({ profile }) => profile?.id ?? [])),
  }));
};

/** Number of people who started a job in each of the last weeks; a click on a week lists them. */
export const Weeks = ({ weeks, since }: { readonly weeks: readonly Week[] | undefined; readonly since: string }) => {
  const { changed } = useAddress();
  if (!weeks) return <div class="weeks" />;
  if (weeks.every(({ count }) => !count)) return null;
  const most = Math.max(1, ...weeks.map(({ count }) => count ?? 0));
  return (
    <Section title="Week by week" tools={<a href="/moves">All weeks</a>}>
      <ul class="weeks">
        {weeks.map(({ start, range, count }) => (
          <li key={start}>
            <a
              href={changed({ since: range })}
              aria-label={`Week of ${day(start)}: ${count === undefined ? 'not known' : say.people(count)}`}
              {...(range === since && { 'aria-current': 'true' as const })}
            >
              <b>{count === undefined ? '–' : number(count)}</b>
              <i style={{ '--share': ((count ?? 0) / most).toFixed(2) }} />
              <span class="cut">{day(start)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
};
