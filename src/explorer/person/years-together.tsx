import { useMemo, useState } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { copy } from '../components/head.tsx';
import { as } from '../components/list.tsx';
import { TextLink } from '../components/text.tsx';
import { percent, role } from '../format.ts';
import { personAddress, slugIn } from '../frame/address.ts';
import { useDraft } from '../frame/drafts.ts';
import { messageFor } from '../lists/message.ts';
import { plural, say } from '../sentences.ts';
import { type Bar, barsOf, monthsOf, type Step, sayEvidence, type Way } from './evidence.ts';

interface YearsTogetherProps {
  readonly ways: readonly Way[];
  /** Name of the person to be introduced to. */
  readonly target: string;
}

/** Number of hues for places. */
const hues = 6;

/** First and last year of an axis. */
interface Axis {
  readonly from: number;
  readonly until: number;
  readonly today: number;
}

const axisOf = (bars: readonly Bar[], today: number): Axis => {
  const first = Math.min(today - 5, ...bars.map(({ from }) => from));
  return { from: Math.floor(first), until: today + Math.max(0.4, (today - first) * 0.02), today };
};

const shareOf = ({ from, until }: Axis, year: number): string =>
  `${((100 * (year - from)) / (until - from)).toFixed(2)}%`;

/** Years with a grid line: every, every second, fifth or tenth, for about five lines. */
const ticksOf = ({ from, until, today }: Axis): readonly number[] => {
  const step = [1, 2, 5, 10, 20].find((one) => (until - from) / one <= 6) ?? 50;
  const first = Math.ceil(from / step) * step;
  return Array.from(
    { length: Math.max(0, Math.floor((today - step * 0.5 - first) / step) + 1) },
    (_, at) => first + at * step,
  );
};

/**
 * Chart of the connectors, best first, with the years that each shared a place with the target: bars on a common axis,
 * a colour for each place. A row opens its evidence and a message.
 */
export const YearsTogether = ({ ways, target }: YearsTogetherProps) => {
  const [opened, setOpened] = useState<number>();
  const today = useMemo(() => {
    const now = new Date();
    return now.getFullYear() + now.getMonth() / 12;
  }, []);
  const rows = useMemo(() => ways.map((way) => ({ way, bars: way.steps.map(barsOf) })), [ways]);
  const all = rows.flatMap(({ bars }) => bars.flat());
  const axis = axisOf(all, today);
  const places = [...Map.groupBy(all, ({ place }) => place)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([place]) => place);
  return (
    <table {...as.table} class="years" aria-label="Introductions, best first">
      <thead {...as.rowgroup}>
        <tr {...as.row}>
          <th {...as.columnheader} scope="col">
            <span class="visually-hidden">Ask</span>
          </th>
          <th {...as.columnheader} scope="col" class="years-axis">
            <span class="visually-hidden">Years in the same place as {target}</span>
            <span class="ticks" aria-hidden="true">
              {ticksOf(axis).map((year) => (
                <span key={year} style={{ insetInlineStart: shareOf(axis, year) }}>
                  {year}
                </span>
              ))}
              <span style={{ insetInlineStart: shareOf(axis, today) }}>today</span>
            </span>
          </th>
          <th {...as.columnheader} scope="col">
            <span class="visually-hidden">Likely</span>
          </th>
        </tr>
      </thead>
      <tbody {...as.rowgroup}>
        {rows.map(({ way, bars }, rank) => (
          <WayRows
            key={`${way.connector?.id} ${way.target?.id} ${rank}`}
            way={way}
            bars={bars}
            rank={rank}
            axis={axis}
            places={places}
            target={target}
            isOpen={opened === rank}
            onToggle={() => setOpened(opened === rank ? undefined : rank)}
          />
        ))}
      </tbody>
    </table>
  );
};

interface WayRowsProps {
  readonly way: Way;
  /** The bars of each hop. */
  readonly bars: readonly (readonly Bar[])[];
  readonly rank: number;
  readonly axis: Axis;
  readonly places: readonly string[];
  readonly target: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const WayRows = ({ way, bars, rank, axis, places, target, isOpen, onToggle }: WayRowsProps) => {
  const { connector, steps, confidence } = way;
  const name = connector?.name ?? say.locked;
  const slug = slugIn(connector?.profile?.xnetUrl);
  const bridge = steps.length > 1 ? steps[0]?.profile : undefined;
  const lanes = bars.flat();
  const [first] = steps[0]?.sources ?? [];
  return (
    <>
      <tr {...as.row} class="way">
        <th {...as.rowheader} scope="row">
          <span class="way-name">
            <span class="way-rank" aria-hidden="true">
              {rank + 1}
            </span>
            {slug ? <TextLink href={personAddress(slug)}>{name}</TextLink> : <bdi>{name}</bdi>}
            {rank === 0 && <span class="ask-first">Ask first</span>}
          </span>
          <span class="way-detail cut small" dir="auto">
            {bridge ? (
              <>
                through <a href={personAddress(bridge.id)}>{bridge.fullName ?? say.locked}</a>
              </>
            ) : (
              role(connector?.profile?.currentTitle, connector?.profile?.currentCompanyName)
            )}
          </span>
        </th>
        <td {...as.cell} class="years-axis">
          <span class="lanes" style={{ '--lanes': Math.max(1, lanes.length) }}>
            {ticksOf(axis).map((year) => (
              <i key={year} style={{ insetInlineStart: shareOf(axis, year) }} />
            ))}
            <i class="today" style={{ insetInlineStart: shareOf(axis, axis.today) }} />
            {lanes.map((bar, lane) => (
              <BarView
                key={`${lane} ${bar.place}`}
                bar={bar}
                lane={lane}
                axis={axis}
                hue={places.indexOf(bar.place) % hues}
              />
            ))}
            {lanes.length === 0 && first && <span class="undated small">{sayEvidence(first)[1]}</span>}
          </span>
        </td>
        <td {...as.cell} class="way-end">
          <span title={say.confidence(confidence)}>{percent(confidence)}</span>
          <IconButton
            icon="down"
            label={`${name} to ${target}: evidence and message`}
            isExpanded={isOpen}
            onClick={onToggle}
          />
        </td>
      </tr>
      {isOpen && (
        <tr {...as.row} class="way-more">
          <td {...as.cell} colSpan={3}>
            <Evidence way={way} target={target} />
          </td>
        </tr>
      )}
    </>
  );
};

const BarView = ({
  bar,
  lane,
  axis,
  hue,
}: {
  readonly bar: Bar;
  readonly lane: number;
  readonly axis: Axis;
  readonly hue: number;
}) => {
  const { place, from, until, isPotential } = bar;
  const end = until ?? axis.today;
  const [first, last] = [Math.floor(from), until === undefined ? 'today' : Math.floor(until)];
  const years = first === last ? String(first) : `${first}–${last}`;
  // The label of a short bar is placed next to it, on the side with room.
  const isShort = (end - from) / (axis.until - axis.from) < 0.22;
  const isLate = (from - axis.from) / (axis.until - axis.from) > 0.45;
  return (
    <span
      class={`stay${isPotential ? ' potential' : ''}${isShort ? (isLate ? ' label-before' : ' label-after') : ''}`}
      style={{
        insetInlineStart: shareOf(axis, from),
        width: `max(4px, ${((100 * (end - from)) / (axis.until - axis.from)).toFixed(2)}%)`,
        '--lane': lane,
        '--hue': `var(--hue-${hue})`,
      }}
      title={`${place} ${years}`}
    >
      <span class="stay-label cut" dir="auto">
        {place || 'same place'} {years}
      </span>
    </span>
  );
};

/** The evidence for a path, and a message that requests the introduction. */
const Evidence = ({ way, target }: { readonly way: Way; readonly target: string }) => {
  const [text, setText] = useDraft(`message ${way.connector?.id} ${target}`, messageFor(way, target, ''));
  return (
    <div class="columns">
      <div>
        <p dir="auto">{way.why}</p>
        {way.steps.map((step) => (
          <Sources key={step.why} step={step} />
        ))}
      </div>
      <div class="stack start">
        <label class="muted small">
          <span>Message to {way.connector?.name ?? ''}</span>
          <textarea rows={4} value={text} dir="auto" onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <Button label="Copy message" icon="copy" kind="primary" onClick={() => copy(text, 'Message copied')} />
      </div>
    </div>
  );
};

const Sources = ({ step: { sources, kind, why } }: { readonly step: Step }) => (
  <ul class="small above">
    {sources.map((source, index) => {
      const [named, label] = sayEvidence(source);
      const months = monthsOf(source);
      return (
        <li key={`${index} ${label}`}>
          <strong>{named}</strong> {label !== named && <span dir="auto">{label}</span>}{' '}
          {months !== undefined && <span class="muted">{plural(months, 'month', 'months')}</span>}
        </li>
      );
    })}
    {kind === 'POTENTIAL' && (
      <li class="muted">
        <span dir="auto">{why}</span> They may not have met.
      </li>
    )}
  </ul>
);

/** Direct paths missing from a page of two-hop paths, all of which rank higher. */
export const directBelow = (direct: readonly Way[], page: readonly Way[]): readonly Way[] => {
  const shown = new Set(page.filter(({ steps }) => steps.length === 1).map(({ connector }) => connector?.id));
  return direct.filter(({ connector }) => !shown.has(connector?.id));
};
