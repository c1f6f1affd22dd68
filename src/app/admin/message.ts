import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

const progress = Type.Object({ step: Type.String(), done: Type.Number(), total: Type.Number() });

/** A line of the answer to a forwarded command; the last one is `done` or `failed`. */
const message = Type.Union([
  Type.Object({ kind: Type.Literal('line'), line: Type.String() }),
  Type.Object({ kind: Type.Literal('progress'), progress }),
  Type.Object({ kind: Type.Literal('done') }),
  Type.Object({
    kind: Type.Literal('failed'),
    sentence: Type.String(),
    exitCode: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
]);

export type AdminMessage = Static<typeof message>;

/** @throws if the line is not such a message */
export const parseAdminMessage = (line: string): AdminMessage => Value.Parse(message, JSON.parse(line));
