import { readingParent } from '../scope/field-facts.ts';
import type { RecordReference } from '../scope/record-reference.ts';

const idOf = ({ id, scope }: RecordReference) => id ?? (scope.quote ? '' : undefined);

/**
 * The options of a record's `id`. Loading the reference for a selection ensures that the id is known. A quote, which
 * does not load the record, resolves an unknown id to an empty string.
 */
export const recordId = (of: string) => ({
  nullable: false as const,
  description: `The ${of}’s id, a uuid such as \`9e396919-bd21-5a3e-8b17-b812c61e055e\`; upper and lower case are equal. Free if it is already known or a free search finds it by slug, URL or website; otherwise it comes with the record, for 1 credit. If it cannot be found, the whole object is null, with a single error; an employer’s or connector’s is null without one.`,
  needs: ['id'],
  ...readingParent(idOf),
});
