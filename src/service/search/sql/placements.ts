/**
 * All placements of a phrase's `count` words under `slop`. Each lists the words in order of position, with the distance
 * to the word before (0 for the first). A word moved by `n` is `n` positions after its own; the moves of a placement
 * differ by at most `slop`, and no two words share a position.
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

/** The placement without moves. */
export const inPlace = (count: number): readonly Placed[] =>
  Array.from({ length: count }, (_, word) => ({ word, distance: word === 0 ? 0 : 1 }));

export interface Placed {
  /** Index of the word in the phrase. */
  readonly word: number;
  /** Distance to the word before it, in positions. */
  readonly distance: number;
}

function inOrder(moves: readonly number[]): readonly Placed[] | undefined {
  const places = moves.map((by, word) => ({ word, place: word + by })).toSorted((a, b) => a.place - b.place);
  const way = places.map(({ word, place }, index) => ({ word, distance: place - (places[index - 1]?.place ?? place) }));
  return way.some(({ distance }, index) => index > 0 && distance === 0) ? undefined : way;
}
