/** A member as the specification writes it: `size {min integer, max integer}`, `ids uuid[]`, `investors [Investor]`. */
export interface Written {
  readonly name: string;
  /** Where a type stands beside this very name; of several names before one type, beside the last. */
  readonly type: string | undefined;
  readonly members: readonly Written[];
  /** The named element that it holds, such as `Investor`. */
  readonly of: string | undefined;
}

/** Reads a list of members; what stands between round brackets, and after the last member, is prose. */
export function readMembers(text: string): readonly Written[] {
  const words = text.replaceAll(/\([^)]*\)/g, '').replaceAll(/\barray of /g, '');
  const tokens = words.match(/[A-Za-z0-9_-]+(\[\])?|[{}[\],;]/g) ?? [];
  let at = 0;
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  };
  const word = (): string | undefined => (/^\w/.test(tokens[at] ?? '') ? tokens[at++] : undefined);
  const members = (): Written[] => {
    const read: Written[] = [];
    for (let name = word(); name !== undefined; name = word()) {
      read.push({ name, ...typeOf() });
      if (!take(',')) take(';');
    }
    return read;
  };
  const typeOf = (): Omit<Written, 'name'> => {
    const isList = take('[');
    if (take('{')) {
      const inner = members();
      take('}');
      if (isList) take(']');
      return { type: undefined, members: inner, of: undefined };
    }
    const type = word();
    if (isList) take(']');
    const isElement = type !== undefined && /^[A-Z]/.test(type);
    return { type: isElement ? undefined : type, members: [], of: isElement ? type : undefined };
  };
  return members();
}
