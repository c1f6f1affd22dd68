import Type from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { addressOf } from '../config/config.ts';
import { sessionCodePath } from '../graph/server/session-route.ts';
import type { SessionRight } from '../graph/state/sessions/session.ts';
import { CommandFailure } from './command-failure.ts';
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
export interface ExploredGraph {
  readonly config: Config;
  /** Undefined: where it would be started here. */
  readonly graphUrl: string | undefined;
  readonly apiKey: string;
}

const Answer = Type.Object({ code: Type.String(), expiresAt: Type.String() });

/**
 * Has the graph open a session for its page.
 *
 * @returns the page's address, whose fragment holds a single-use code, good for a minute
 * @throws {CommandFailure} where the graph does not answer, or refuses
 */
export async function explorerAddress(
  { config, graphUrl = addressOf(config), apiKey }: ExploredGraph,
  session: PageSession,
): Promise<string> {
  const base = graphUrl.replace(/\/+$/, '');
  const response = await fetch(base + sessionCodePath, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(session),
  }).catch(() => {
    throw new CommandFailure(`no graph answers at ${graphUrl}: start one with "kith serve", or name one with --graph.`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && Value.Check(Answer, answer)) return `${base}/#code=${answer.code}`;
  throw new CommandFailure(
    sentenceIn(answer) ?? `what answers at ${graphUrl} has no page to open (status ${response.status}).`,
  );
}
