import { rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { addressOf } from '../config/config.ts';
import { sessionCodePath } from '../graph/http/session-route.ts';
import type { SessionRight } from '../graph/state/sessions/session.ts';
import { makePrivate } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

/** The page session requested; the graph validates it. */
export interface PageSession {
  readonly seconds: number;
  /** Limit on the credits that the session may spend in total. */
  readonly total: number;
  readonly kind: 'page';
  readonly rights: SessionRight;
  readonly childTeamId?: string | undefined;
  readonly label: string;
}

/** A running graph, and the API key that the page's session is opened with. */
export interface ExploredGraph extends GraphChoice {
  readonly config: Config;
  readonly apiKey: string;
  /** The explorer's view to open: a path with its query string. */
  readonly at: string;
}

const Answer = Type.Object({ code: Type.String(), expiresAt: Type.String() });

/**
 * Requests a session code for the explorer's page.
 *
 * @returns the page's address; its fragment holds a single-use code that expires after a minute
 * @throws {CommandFailure} if the graph does not answer, or refuses
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

/** Writes a page that only this user can read, and that leads to an address; resolves with its path. Replaces the former one. */
export async function redirectTo(address: string): Promise<string> {
  const directory = join(tmpdir(), `kith-explore-${userInfo().username}`);
  await makePrivate(directory);
  const file = join(directory, 'open.html');
  await rm(file, { force: true });
  const url = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Kith</title><a href="${url}">Open the explorer</a>`;
  await writeFile(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}
