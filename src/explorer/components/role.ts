import { isText } from '../format.ts';

/** What somebody does and where, in a line. */
export const roleOf = (title: string | null | undefined, employer: string | null | undefined): string =>
  [title, employer].filter(isText).join(' · ');
