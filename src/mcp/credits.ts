/** Formats a number of credits for a sentence. */
export const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);
