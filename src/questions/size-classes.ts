/** The classes of head counts in records: the least and the most people of each. */
const classes = [1, 11, 51, 201, 501, 1_001, 5_001, 10_001].map((min, at, all) => ({
  min,
  max: (all[at + 1] ?? Infinity) - 1,
}));

interface Bounds {
  readonly gte?: number;
  readonly lte?: number;
}

const near = (bounds: readonly number[], asked: number): number =>
  bounds.find((one) => Math.abs(one - asked) < 2) ?? asked;

const minima = classes.map(({ min }) => min);
const maxima = classes.map(({ max }) => max);

/** Bounds, moved by one to those of classes where these are so near: `fewer than 50` is the class up to 50. */
export const classBoundsOf = ({ gte, lte }: Bounds): Bounds => ({
  ...(gte !== undefined && { gte: near(minima, gte) }),
  ...(lte !== undefined && { lte: near(maxima, lte) }),
});

/** The names of the classes that bounds of classes tell, such as `51-200` and `10001+`; none for other bounds. */
export const classNamesOf = (bounds: Bounds): readonly string[] => {
  const { gte = 1, lte = Infinity } = classBoundsOf(bounds);
  const within = classes.filter(({ min, max }) => min >= gte && max <= lte);
  return within[0]?.min === gte && within.at(-1)?.max === lte
    ? within.map(({ min, max }) => (max === Infinity ? `${min}+` : `${min}-${max}`))
    : [];
};
