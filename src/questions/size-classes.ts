/** The classes of head counts in records: the least and the most people of each. */
const classes = [1, 11, 51, 201, 501, 1_001, 5_001, 10_001].map((min, at, all) => ({
  min,
  max: (all[at + 1] ?? Infinity) - 1,
}));

interface Bounds {
  readonly gte?: number;
  readonly lte?: number;
}

/** The classes whose middle is within bounds: `fewer than 50` has the class from 11 to 50. */
const classesWithin = ({ gte = 0, lte = Infinity }: Bounds) =>
  classes.filter(({ min, max }) => (min + max) / 2 >= gte && (min + max) / 2 <= lte);

/** Their names, such as `51-200` and `10001+`. */
export const classNamesWithin = (bounds: Bounds): readonly string[] =>
  classesWithin(bounds).map(({ min, max }) => (max === Infinity ? `${min}+` : `${min}-${max}`));

/** Bounds, widened or narrowed to those of classes; themselves if no class is within. */
export const classBoundsOf = (bounds: Bounds): Bounds => {
  const within = classesWithin(bounds);
  const [first, last] = [within[0], within.at(-1)];
  return {
    ...(bounds.gte !== undefined && { gte: first?.min ?? bounds.gte }),
    ...(bounds.lte !== undefined && { lte: last?.max ?? bounds.lte }),
  };
};
