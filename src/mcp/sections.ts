/** What models call the list of sections. */
const otherNames = ['sections', 'section', 'include', 'info', 'parts', 'attributes', 'properties'] as const;

/**
 * Replaces names of fields that models write by the sections of a record that have them.
 *
 * @param others other names of each section, separated by spaces
 */
export function sections<Section extends string>(names: readonly Section[], others: Readonly<Record<Section, string>>) {
  const sectionOf = new Map<string, string>(
    names.flatMap((name) => [name, ...others[name].split(' ')].map((other) => [other, name] as const)),
  );
  const section = (text: unknown): unknown =>
    typeof text === 'string' ? (sectionOf.get(text.toLowerCase().replaceAll(/[\s_-]|^current/g, '')) ?? text) : text;
  const read = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const called = otherNames.find((name) => name in args);
    if (called !== undefined && !('fields' in args)) {
      const { [called]: wanted, ...rest } = args;
      return read({ ...rest, fields: wanted });
    }
    const { fields } = args;
    if (fields === undefined || fields === null) return args;
    const list = typeof fields === 'string' ? fields.replaceAll(/[[\]"'\s]/g, '').split(',') : [fields].flat();
    if (list.some((one) => one === 'all' || one === '*')) return { ...args, fields: [...names] };
    return { ...args, fields: [...new Set(list.map(section))] };
  };
  return read;
}
