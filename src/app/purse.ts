import type { Config } from '../config/config.ts';
import { addressOf } from '../config/config.ts';
import {
  pursesPath,
  purseToken,
  readClosed,
  readPurse,
  readPurses,
  type ShownPurse,
} from '../graph/server/purse/purse-route.ts';
import { CommandFailure } from './command-failure.ts';
import { keptSecret } from './kept-secret.ts';
import { sentenceIn } from './refusal.ts';

export type { ShownPurse };

/** What is asked of a new purse; the graph judges it. */
export interface NewPurse {
  readonly label: string;
  readonly total: number;
  readonly period?: string | undefined;
  readonly childTeamId?: string | undefined;
}

/** A graph that runs, and the key whose purses are meant. */
export interface PurseGraph {
  readonly config: Config;
  /** Undefined: where it would be started here. */
  readonly graphUrl: string | undefined;
  readonly apiKey: string;
}

/** @throws {CommandFailure} where the graph does not answer, or refuses; likewise the others */
export const createPurse = (graph: PurseGraph, purse: NewPurse): Promise<ShownPurse> =>
  ask(graph, 'POST', '', readPurse, purse);

export const listPurses = (graph: PurseGraph): Promise<readonly ShownPurse[]> => ask(graph, 'GET', '', readPurses);

/** Resolves with how many sessions ended with it. */
export const closePurse = (graph: PurseGraph, id: string): Promise<number> =>
  ask(graph, 'DELETE', `/${encodeURIComponent(id)}`, readClosed);

async function ask<Answer>(
  { config, graphUrl = addressOf(config), apiKey }: PurseGraph,
  method: string,
  path: string,
  read: (answer: unknown) => Answer | undefined,
  body?: object,
): Promise<Answer> {
  const secret = config.secret ?? (await keptSecret(config.dataDir, 'secret'));
  const response = await fetch(graphUrl.replace(/\/+$/, '') + pursesPath + path, {
    method,
    headers: {
      authorization: `Bearer ${purseToken(secret)}`,
      'x-api-key': apiKey,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CommandFailure(`no graph answers at ${graphUrl}: start one with "kith serve", or name one with --graph.`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const told = response.ok ? read(answer) : undefined;
  if (told !== undefined) return told;
  throw new CommandFailure(
    refusalIn(answer) ?? `what answers at ${graphUrl} knows no purses (status ${response.status}).`,
  );
}

/** A secret that does not fit is the person's to see to. */
const refusalIn = (answer: unknown): string | undefined => {
  const message = sentenceIn(answer);
  return message?.startsWith('authorization:')
    ? 'the graph has another secret: run this with its data directory, or its KITH_SECRET.'
    : message;
};
