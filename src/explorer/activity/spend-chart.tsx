import { moment, number } from '../format.ts';
import { say } from '../sentences.ts';
import type { Receipt } from './receipts.ts';

const size = { width: 640, height: 160 };
const axis = { left: 44, right: 12, bottom: 26, top: 14 };

interface SpendChartProps {
  readonly receipts: readonly Receipt[];
  /** What may be spent in all. */
  readonly total: number;
}

/** Credits paid so far, over time, against what may be spent in all. The table below says by what. */
export const SpendChart = ({ receipts, total }: SpendChartProps) => {
  const steps = stepsOf(receipts);
  const [first, last] = [steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0];
  const spent = steps.at(-1)?.paid ?? 0;
  const x = (at: number): number =>
    axis.left + (last === first ? 0.5 : (at - first) / (last - first)) * (size.width - axis.left - axis.right);
  const y = (credits: number): number => size.height - (credits / Math.max(1, total)) * (size.height - axis.top);
  const line = steps.reduce((path, { at, paid }) => `${path} H${x(at)} V${y(paid)}`, `M${axis.left} ${y(0)}`);
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height + axis.bottom}`}
        width={size.width}
        height={size.height + axis.bottom}
        role="img"
        aria-label={say.spend.drawn(spent, total)}
      >
        {[0, total].map((credits) => (
          <g key={credits}>
            <line class="axis" x1={axis.left} x2={size.width} y1={y(credits)} y2={y(credits)} />
            <text class="tick" x={axis.left - 8} y={y(credits) + 4} text-anchor="end">
              {number(credits)}
            </text>
          </g>
        ))}
        <path class="spent-area" d={`${line} H${size.width - axis.right} V${y(0)} Z`} />
        <path class="spent" d={`${line} H${size.width - axis.right}`} />
        <text class="tick" x={axis.left} y={size.height + 18}>
          {moment(new Date(first).toISOString())}
        </text>
        {last > first && (
          <text class="tick" x={size.width - axis.right} y={size.height + 18} text-anchor="end">
            {moment(new Date(last).toISOString())}
          </text>
        )}
      </svg>
      <figcaption class="muted">{say.spend.drawn(spent, total)}</figcaption>
    </figure>
  );
};

/** What had been paid by each minute in which something was. */
const stepsOf = (receipts: readonly Receipt[]) => {
  const minutes = Map.groupBy(receipts, ({ minute }) => Date.parse(minute));
  let paid = 0;
  return [...minutes]
    .toSorted(([one], [other]) => one - other)
    .map(([at, those]) => {
      paid += those.reduce((sum, { charged }) => sum + charged, 0);
      return { at, paid };
    });
};
