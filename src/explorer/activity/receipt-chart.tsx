import { moment, number } from '../format.ts';
import { say } from '../sentences.ts';
import { kinds, type Receipt, sumBy } from './receipts.ts';

const height = 180;
const bar = { width: 18, gap: 10 };
const axis = { left: 40, bottom: 26, top: 12 };
const minuteMs = 60_000;

/** So wide that the times below it are whole. */
const narrowest = 320;

/** The most minutes that have a bar of their own; more are drawn in steps of several. */
const mostBars = 60;

/** Credits over time as stacked bars: what was paid at the bottom, what was saved above it. The table below says the same. */
export const ReceiptChart = ({ receipts }: { readonly receipts: readonly Receipt[] }) => {
  const bars = barsOf(receipts);
  const most = Math.max(1, ...bars.map(({ total }) => total));
  const width = Math.max(narrowest, axis.left + bars.length * (bar.width + bar.gap) + bar.gap);
  const y = (credits: number): number => (credits / most) * (height - axis.top);
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height + axis.bottom}`}
        width={width}
        height={height + axis.bottom}
        role="img"
        aria-label={say.spend.drawn(bars.length)}
      >
        {[0, most].map((credits) => (
          <g key={credits}>
            <line class="axis" x1={axis.left} x2={width} y1={height - y(credits)} y2={height - y(credits)} />
            <text class="tick" x={axis.left - 8} y={height - y(credits) + 4} text-anchor="end">
              {number(credits)}
            </text>
          </g>
        ))}
        {bars.map(({ start, receipt }, index) => {
          const x = axis.left + bar.gap + index * (bar.width + bar.gap);
          let below = 0;
          return (
            <g key={start}>
              {kinds.map((kind) => {
                const credits = receipt?.[kind] ?? 0;
                below += credits;
                return (
                  <rect
                    key={kind}
                    class={`kind-${kind}`}
                    x={x}
                    y={height - y(below)}
                    width={bar.width}
                    height={y(credits)}
                  >
                    <title>
                      {say.spend.bar(say.spend.kinds[kind], credits, moment(new Date(start).toISOString()))}
                    </title>
                  </rect>
                );
              })}
            </g>
          );
        })}
        {[bars.at(0), ...(bars.length > 3 ? [bars.at(-1)] : [])].map(
          (one, index) =>
            one && (
              <text
                key={one.start}
                class="tick"
                x={index === 0 ? axis.left + bar.gap : width - bar.gap}
                y={height + 18}
                text-anchor={index === 0 ? 'start' : 'end'}
              >
                {moment(new Date(one.start).toISOString())}
              </text>
            ),
        )}
      </svg>
      <figcaption class="chips">
        {kinds.map((kind) => (
          <span key={kind} class={`legend kind-${kind}`}>
            {say.spend.kinds[kind]}
          </span>
        ))}
      </figcaption>
    </figure>
  );
};

/** A bar for each minute from the first to the last, or for each few. */
function barsOf(receipts: readonly Receipt[]) {
  const times = receipts.map(({ minute }) => Date.parse(minute));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const step = Math.ceil((last - first + minuteMs) / minuteMs / mostBars) * minuteMs;
  const stepOf = (time: number): number => first + Math.floor((time - first) / step) * step;
  const sums = new Map(
    sumBy(receipts, ({ minute }) => String(stepOf(Date.parse(minute)))).map((receipt) => [
      stepOf(Date.parse(receipt.minute)),
      receipt,
    ]),
  );
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => {
    const start = first + index * step;
    const receipt = sums.get(start);
    return { start, receipt, total: receipt ? kinds.reduce((total, kind) => total + receipt[kind], 0) : 0 };
  });
}
