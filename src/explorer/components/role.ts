/** What somebody does and where, in a line. */
export const roleOf = (title: string | null | undefined, employer: string | null | undefined): string =>
  [title, employer].filter((part) => part !== null && part !== undefined && part !== '').join(' · ');
