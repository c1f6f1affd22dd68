import { folded, isOther, knownAs } from './meanings.ts';

/**
 * Replaces names of fields that models write by the sections of a record that have them, whatever the argument with them
 * is called: `fields: ["jobs"]`, `details: "career"` and `include_career: true` are one.
 *
 * @param others other names of each section, separated by spaces
 * @param own names that are no sections
 */
export function sections<Section extends string>(
  names: readonly Section[],
  others: Readonly<Record<Section, string>>,
  own: (name: string) => boolean,
) {
  const known = new Map(
    names.flatMap((name) => [name, ...others[name].split(' ')].map((other) => [other, name] as const)),
  );
  const section = (text: unknown): Section | undefined =>
    typeof text === 'string' ? knownAs(text, (one) => known.get(one)) : undefined;
  return (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const rest: Record<string, unknown> = {};
    const wanted: unknown[] = [];
    for (const [name, value] of Object.entries(args)) {
      const list = typeof value === 'string' ? value.replaceAll(/[[\]"']/g, '').split(',') : [value].flat();
      const isAll = list.some((one) => /^(?:all|\*|full|everything)$/i.test(String(one).trim()));
      const ofName = value === true || value === 'true' ? section(name) : undefined;
      if (folded(name) === 'fields') wanted.push(...(isAll ? names : list.map((one) => section(one) ?? one)));
      else if (ofName !== undefined && !isOther(name)) wanted.push(ofName);
      else if (own(name)) rest[name] = value;
      else if (isAll) wanted.push(...names);
      else if (list.every((one) => section(one) !== undefined)) wanted.push(...list.map(section));
      else rest[name] = value;
    }
    // Of several fields, those that no section has are left out.
    const sections = wanted.filter((one) => names.some((name) => name === one));
    const kept = sections.length > 0 ? sections : wanted;
    return kept.length === 0 ? rest : { ...rest, fields: [...new Set(kept)] };
  };
}
