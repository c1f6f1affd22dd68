/** Response position: the key of a value in an object or list of the answer, which has a position above it. */
export interface ResponsePosition {
  readonly above: ResponsePosition | undefined;
  readonly holder: object;
  readonly key: string | number;
  /** Whether it may be null: then errors from below end here. */
  readonly nullable: boolean;
  /** An error from below went through, or ended here: what else fails below is not reported. */
  nulled: boolean;
}

/** An object of an answer. */
export type Holder = Record<string, unknown>;

/** The keys on the way from the answer's data to a key of the object or list at a position. */
export function pathTo(position: ResponsePosition, key: string | number): readonly (string | number)[] {
  const path = [key];
  for (let at = position; at.above; at = at.above) path.push(at.key);
  return path.reverse();
}

/** Whether the value at a position is no longer part of the answer. */
export function nulledAbove(position: ResponsePosition): boolean {
  for (let at: ResponsePosition | undefined = position; at; at = at.above) if (at.nulled) return true;
  return false;
}

/** Nulls the nearest position from here upwards that may be null. */
export function nullAbove(position: ResponsePosition): void {
  let at = position;
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

/** The position of the object whose field holds, maybe in lists, the value under a key at a position. */
export function objectAbove(position: ResponsePosition, key: string | number): ResponsePosition {
  let at = position;
  for (let own = key; typeof own === 'number' && at.above; at = at.above) own = at.key;
  return at;
}
