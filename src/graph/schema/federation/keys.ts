/**
 * The types that another subgraph may refer to, with the fields that identify one of each; every line is a key of its
 * own. A reference re-enters in the key's own team, whatever team it came from.
 */
export const entityKeys = {
  Profile: ['id', 'xnetName'],
  Company: ['id', 'xnetSlug'],
  Team: ['id'],
  MappingTask: ['id'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EntityName = keyof typeof entityKeys;

/** Types that other subgraphs are likely to have, too; each of them may answer for one. */
export const shareable: readonly string[] = ['PageInfo'];
