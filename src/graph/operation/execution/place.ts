/** Where a value of an answer stands: under a key of an object or list, which stands in a place above it. */
export interface Place {
  readonly above: Place | undefined;
  readonly holder: object;
  readonly key: string | number;
  /** Whether it may be null: then errors from below end here. */
  readonly nullable: boolean;
  /** An error from below went through, or ended here: what else fails below is not reported. */
  nulled: boolean;
}

/** An object of an answer. */
export type Holder = Record<string, unknown>;

/** The keys on the way from the answer's data to a key of the object or list in a place. */
export function pathTo(place: Place, key: string | number): readonly (string | number)[] {
  const path = [key];
  for (let at = place; at.above; at = at.above) path.push(at.key);
  return path.reverse();
}

/** Whether what stands in a place is no longer part of the answer. */
export function nulledAbove(place: Place): boolean {
  for (let at: Place | undefined = place; at; at = at.above) if (at.nulled) return true;
  return false;
}

/** Nulls the next place from here upwards that may be null. */
export function nullAbove(place: Place): void {
  let at = place;
  at.nulled = true;
  while (!at.nullable && at.above) {
    at = at.above;
    at.nulled = true;
  }
  put(at.holder, at.key, null);
}

/** Puts a value under a key of an object or list. By index, since `Reflect.set` leaves compiled code for each value. */
export function put(holder: object, key: string | number, value: unknown): void {
  (holder as Record<string | number, unknown>)[key] = value;
}

/** The place of the object whose field holds, maybe in lists, what stands under a key in a place. */
export function objectAbove(place: Place, key: string | number): Place {
  let at = place;
  for (let own = key; typeof own === 'number' && at.above; at = at.above) own = at.key;
  return at;
}
