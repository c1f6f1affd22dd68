import { rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { sessionCodePath } from '../graph/http/session-route.ts';
import type { SessionRight } from '../graph/state/sessions/session.ts';
import { makePrivate } from '../store/owner/private-directory.ts';
import { answerIn } from './graph-answer.ts';
import { askWithKey, graphAddress, type KeyedGraph } from './graph-channel.ts';

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

const Answer = Type.Object({ code: Type.String(), expiresAt: Type.String() });

/**
 * Requests a session code for the explorer's page.
 *
 * @param at the explorer's view to open: a path with its query string
 * @returns the page's address; its fragment holds a single-use code that expires after a minute
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export async function explorerAddress(graph: KeyedGraph, session: PageSession, at: string): Promise<string> {
  const base = graphAddress(graph.config, graph.graphUrl);
  const answer = await askWithKey(graph, { method: 'POST', path: sessionCodePath, body: session });
  const { code } = answerIn(answer, Answer, `the server at ${base} has no page to open`);
  return `${base}${at}#code=${code}`;
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
