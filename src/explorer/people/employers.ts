/** An employer, with the number of people read who work there. */
export interface Employer {
  readonly name: string;
  readonly people: number;
}

interface Row {
  readonly profile: { readonly currentCompanyName: string | null } | null;
}

/** Employers by number of people. */
export const employersOf = (rows: readonly Row[]): readonly Employer[] =>
  [...Map.groupBy(rows, ({ profile }) => profile?.currentCompanyName ?? '')]
    .filter(([name]) => name !== '')
    .map(([name, people]) => ({ name, people: people.length }))
    .toSorted((one, other) => other.people - one.people);
