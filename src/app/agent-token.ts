import Type from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

/** What is asked of an agent's session; the graph judges it. */
export interface AgentSession {
  readonly label: string;
  /** Credits that may be spent in all. */
  readonly total: number;
  /** Credits of one call above which a person has to confirm it. */
  readonly confirmAbove?: number | undefined;
  readonly seconds: number;
}

/** A graph that runs, and the key that the agent's session is for. */
export interface AgentGraph extends GraphChoice {
  readonly config: Config;
  readonly apiKey: string;
}

const Answer = Type.Object({ id: Type.String(), token: Type.String(), expiresAt: Type.String() });

/**
 * Has the graph open a session for an agent.
 *
 * @throws {CommandFailure} where the graph does not answer, or refuses
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
