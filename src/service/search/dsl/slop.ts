import { valueGap } from '../../../store/index/token-bag.ts';

/** The most by which the words of a phrase may be moved without one that spans two values of a list. */
export const slopAtMost = valueGap - 1;

/** In how many ways `count` words can be moved by at most `slop` in all. */
export const placementsOf = (count: number, slop: number): number => (slop + 1) ** count - slop ** count;
