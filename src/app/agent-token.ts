import Type from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

/** The agent session requested; the graph validates it. */
export interface AgentSession {
  readonly label: string;
  /** Limit on the credits that the session may spend in total. */
  readonly total: number;
  /** A call that costs more credits than this needs a person's confirmation. */
  readonly confirmAbove?: number | undefined;
  readonly seconds: number;
}

/** A running graph, and the API key that the session is opened with. */
export interface AgentGraph extends GraphChoice {
  readonly config: Config;
  readonly apiKey: string;
}

const Answer = Type.Object({ id: Type.String(), token: Type.String(), expiresAt: Type.String() });

/**
 * Has the graph open a session for an agent.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export async function agentToken({ config, apiKey, ...choice }: AgentGraph, session: AgentSession) {
  const body = JSON.stringify({ kind: 'agent', ...session });
  const response = await askWithKey(config, choice, { method: 'POST', path: '/session', apiKey, body });
  const answer = jsonOf(response);
  if (response.status === 200 && Value.Check(Answer, answer)) return answer;
  throw new CommandFailure(
    sentenceIn(answer) ?? `the server that answers has no sessions (status ${response.status}).`,
  );
}
