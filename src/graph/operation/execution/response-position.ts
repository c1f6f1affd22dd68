/** Response position: a key in an object or list of the answer, linked to the position of that object or list. */
export interface ResponsePosition {
  readonly above: ResponsePosition | undefined;
  readonly holder: object;
  readonly key: string | number;
  /** Whether it may be null, so that errors from below stop here. */
  readonly nullable: boolean;
  /** Whether an error from below passed or stopped here; further errors below are not reported. */
  nulled: boolean;
}

/** An object of an answer. */
export type Holder = Record<string, unknown>;

/** The response path of a key in the object or list at a position. */
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

/** Nulls the nearest nullable position, from here upwards. */
export function nullAbove(position: ResponsePosition): void {
  let at = position;
  at.nulled = true;
  while (!at.nullable && at.above) {
    at = at.above;
    at.nulled = true;
  }
  put(at.holder, at.key, null);
}

/** Sets a member of an object or list. By index, since `Reflect.set` leaves optimized code for every value. */
export function put(holder: object, key: string | number, value: unknown): void {
  (holder as Record<string | number, unknown>)[key] = value;
}

/** The position of the nearest object around a key, skipping lists. */
export function objectAbove(position: ResponsePosition, key: string | number): ResponsePosition {
  let at = position;
  for (let own = key; typeof own === 'number' && at.above; at = at.above) own = at.key;
  return at;
}
