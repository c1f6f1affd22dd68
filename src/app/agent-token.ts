import Type from 'typebox';
import { answerIn } from './graph-answer.ts';
import { askWithKey, type KeyedGraph } from './graph-channel.ts';

/** The agent session requested; the graph validates it. */
export interface AgentSession {
  readonly label: string;
  /** Limit on the credits that the session may spend in total. */
  readonly total: number;
  /** A call that costs more credits than this needs a person's confirmation. */
  readonly confirmAbove?: number | undefined;
  readonly seconds: number;
}

const Answer = Type.Object({ id: Type.String(), token: Type.String(), expiresAt: Type.String() });

/**
 * Has the graph open a session for an agent.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export async function agentToken(graph: KeyedGraph, session: AgentSession) {
  const body = { kind: 'agent', ...session };
  const answer = await askWithKey(graph, { method: 'POST', path: '/session', body });
  return answerIn(answer, Answer, 'the server that answers has no sessions');
}
