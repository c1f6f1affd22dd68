/** A number of credits, as a sentence says it. */
export const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);
