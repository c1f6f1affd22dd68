/**
 * Each way to place `count` words, as the word's indices in the order in which they stand, with the distance of each from
 * the one before (of the first: 0). A word that is moved by `n` stands `n` places after its place in the phrase; the
 * moves of one placement lie within `slop` of each other, and no two words stand in one place.
 */
export function placements(count: number, slop: number): readonly (readonly Placed[])[] {
  const ways: (readonly Placed[])[] = [];
  const moves: number[] = [];
  const move = (): void => {
    if (moves.length === count) {
      const way = Math.min(...moves) === 0 ? inOrder(moves) : undefined;
      if (way) ways.push(way);
      return;
    }
    for (let by = 0; by <= slop; by += 1) {
      moves.push(by);
      move();
      moves.pop();
    }
  };
  move();
  return ways;
}

/** The only way to place words that stay where they are. */
export const inPlace = (count: number): readonly Placed[] =>
  Array.from({ length: count }, (_, word) => ({ word, distance: word === 0 ? 0 : 1 }));

export interface Placed {
  /** Which word of the phrase. */
  readonly word: number;
  /** How many places after the word before it. */
  readonly distance: number;
}

function inOrder(moves: readonly number[]): readonly Placed[] | undefined {
  const places = moves.map((by, word) => ({ word, place: word + by })).toSorted((a, b) => a.place - b.place);
  const way = places.map(({ word, place }, index) => ({ word, distance: place - (places[index - 1]?.place ?? place) }));
  return way.some(({ distance }, index) => index > 0 && distance === 0) ? undefined : way;
}
