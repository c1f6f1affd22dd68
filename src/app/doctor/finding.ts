import Type, { type Static } from 'typebox';

/** Result of a check: its state, and what to do if it is not `ok`. */
export const Finding = Type.Object({
  state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('problem')]),
  /** One sentence. */
  sentence: Type.String(),
});
export type Finding = Static<typeof Finding>;

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const warning = (sentence: string): Finding => ({ state: 'warning', sentence });
export const problem = (sentence: string): Finding => ({ state: 'problem', sentence });
