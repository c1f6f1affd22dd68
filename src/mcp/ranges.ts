import { numbersIn } from './arguments.ts';

/** Bounds of a number, both inclusive. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Sizes of companies in words. */
const sizes: readonly (readonly [RegExp, Range])[] = [
  [/\b(?:micro|tiny)\b/i, { max: 10 }],
  [/\b(?:small|smb|petites?|pequeñ[ao]s?|kleine?)\b/i, { max: 50 }],
  [/\b(?:mid|medium|mid-?size[d]?|mittelstand|moyennes?|medianas?)\b/i, { min: 51, max: 1000 }],
  [/\b(?:large|big|enterprise|grandes?|große?)\b/i, { min: 1001 }],
];

const above = /\b(?:more than|over|above|exceed\w*|greater|gt|mehr als|über|plus de|más de|più di|mais de)\b|>(?!=)/i;
const below = /\b(?:less than|under|below|fewer than|smaller|lt|weniger als|unter|moins de|menos de|meno di)\b|<(?!=)/i;
const atMost = /\b(?:at most|up to|maximum|max|lte|no more than|bis|höchstens|jusqu'à|hasta|until|to)\b|<=|≤/i;

/** Reads `more than 200`, `50-200 employees`, `1k+`, `small`, a list of such, or `{min, max}`; undefined for anything else. */
export function rangeIn(given: unknown): Range | undefined {
  if (typeof given === 'number') return { min: given };
  if (Array.isArray(given)) {
    const [low, high, ...more] = given;
    if (typeof low === 'number' && typeof high === 'number' && more.length === 0) return { min: low, max: high };
    const all = given.flatMap((one) => rangeIn(one) ?? []);
    return all.length === 0 ? undefined : widest(all);
  }
  if (typeof given === 'object' && given !== null) {
    const bounds = Object.entries(given).flatMap(([name, value]) => boundIn(name.toLowerCase(), value) ?? []);
    return bounds.length === 0 ? undefined : Object.assign({}, ...bounds);
  }
  if (typeof given !== 'string') return undefined;
  const [first, second] = numbersIn(given.replaceAll(/(?<=\d\s*[km]?)\s*[-–—]\s*(?=\d)/gi, ' to '));
  if (first === undefined) return sizes.find(([pattern]) => pattern.test(given))?.[1];
  if (second !== undefined) return { min: Math.min(first, second), max: Math.max(first, second) };
  if (atMost.test(given)) return { max: first };
  if (below.test(given)) return { max: first - 1 };
  return { min: above.test(given) ? first + 1 : first };
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
