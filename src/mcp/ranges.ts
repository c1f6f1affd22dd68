import { numbersIn, type Range, rangeIn } from '../reading/ranges.ts';

/** Reads a range as models write it: a text, a number, `[50, 200]`, a list of ranges, or `{min, max}`; undefined for anything else. */
export function rangeOf(given: unknown): Range | undefined {
  if (typeof given === 'number') return { min: given };
  if (typeof given === 'string') return rangeIn(given);
  if (Array.isArray(given)) {
    const [low, high, ...more] = given;
    if (typeof low === 'number' && typeof high === 'number' && more.length === 0) return { min: low, max: high };
    const all = given.flatMap((one) => rangeOf(one) ?? []);
    return all.length === 0 ? undefined : widest(all);
  }
  if (typeof given !== 'object' || given === null) return undefined;
  const bounds = Object.entries(given).flatMap(([name, value]) => boundIn(name.toLowerCase(), value) ?? []);
  return bounds.length === 0 ? undefined : Object.assign({}, ...bounds);
}

const widest = (all: readonly Range[]): Range => ({
  ...(all.every(({ min }) => min !== undefined) && { min: Math.min(...all.map(({ min = 0 }) => min)) }),
  ...(all.every(({ max }) => max !== undefined) && { max: Math.max(...all.map(({ max = 0 }) => max)) }),
});

function boundIn(name: string, value: unknown): Range | undefined {
  const [number] = typeof value === 'number' ? [value] : typeof value === 'string' ? numbersIn(value) : [];
  if (number === undefined) return undefined;
  if (/^(?:min|gte|from|least|start|ge)/.test(name)) return { min: number };
  if (/^(?:gt|above|more|over|after)/.test(name)) return { min: number + 1 };
  if (/^(?:max|lte|to|most|end|le$)/.test(name)) return { max: number };
  return /^(?:lt|below|less|under|before)/.test(name) ? { max: number - 1 } : undefined;
}
