/** In how many ways `count` words can be moved by at most `slop` in all. */
export const placementsOf = (count: number, slop: number): number => (slop + 1) ** count - slop ** count;
