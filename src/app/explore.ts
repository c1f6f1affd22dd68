import Type from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { addressOf } from '../config/config.ts';
import { sessionCodePath } from '../graph/server/session-route.ts';
import type { SessionRight } from '../graph/state/sessions/session.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

/** What is asked of the page's session; the graph judges it. */
export interface PageSession {
  readonly seconds: number;
  /** Credits that may be spent in all. */
  readonly total: number;
  readonly kind: 'page';
  readonly rights: SessionRight;
  readonly childTeamId?: string | undefined;
  readonly label: string;
}

/** A graph that runs, and the key that the page looks through. */
export interface ExploredGraph extends GraphChoice {
  readonly config: Config;
  readonly apiKey: string;
  /** Where on the page it begins: a path with its query. */
  readonly at: string;
}

const Answer = Type.Object({ code: Type.String(), expiresAt: Type.String() });

/**
 * Has the graph open a session for its page.
 *
 * @returns the page's address, whose fragment holds a single-use code, good for a minute
 * @throws {CommandFailure} where the graph does not answer, or refuses
 */
export async function explorerAddress(
  { config, apiKey, at, ...choice }: ExploredGraph,
  session: PageSession,
): Promise<string> {
  const base = (choice.graphUrl ?? addressOf(config)).replace(/\/+$/, '');
  const asked = { method: 'POST', path: sessionCodePath, apiKey, body: JSON.stringify(session) } as const;
  const response = await askWithKey(config, choice, asked);
  const answer = jsonOf(response);
  if (response.status === 200 && Value.Check(Answer, answer)) return `${base}${at}#code=${answer.code}`;
  throw new CommandFailure(
    sentenceIn(answer) ?? `the server at ${base} has no page to open (status ${response.status}).`,
  );
}
