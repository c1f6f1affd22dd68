import type { Config } from '../config/config.ts';
import type { AdminRequest } from '../graph/features/administration/exchange.ts';
import {
  pursesPath,
  readClosed,
  readPurse,
  readPurses,
  type ShownPurse,
} from '../graph/features/purses/purse-route.ts';
import { CommandFailure } from './command-failure.ts';
import { askGraph, demandAnswer, graphPlace, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

export type { ShownPurse };

/** Input of a new purse, validated by the graph. */
export interface NewPurse {
  readonly label: string;
  readonly total: number;
  readonly period?: string | undefined;
  readonly childTeamId?: string | undefined;
}

/** A running graph, and the API key that owns the purses. */
export interface PurseGraph {
  readonly config: Config;
  /** The value of `--graph`; undefined for the graph of this data directory. */
  readonly graphUrl: string | undefined;
  readonly apiKey: string;
}

/** @throws {CommandFailure} if the graph does not answer, or refuses; so do the functions below */
export const createPurse = (graph: PurseGraph, purse: NewPurse): Promise<ShownPurse> =>
  ask(graph, 'POST', '', readPurse, purse);

export const listPurses = (graph: PurseGraph): Promise<readonly ShownPurse[]> => ask(graph, 'GET', '', readPurses);

/** Resolves with the number of sessions that ended with it. */
export const closePurse = (graph: PurseGraph, id: string): Promise<number> =>
  ask(graph, 'DELETE', `/${encodeURIComponent(id)}`, readClosed);

async function ask<Answer>(
  { config, graphUrl, apiKey }: PurseGraph,
  method: AdminRequest['method'],
  path: string,
  read: (answer: unknown) => Answer | undefined,
  body?: object,
): Promise<Answer> {
  const place = await graphPlace(config, graphUrl);
  const request = { method, path: pursesPath + path, apiKey, ...(body && { body: JSON.stringify(body) }) };
  const answer = demandAnswer(place.url, await askGraph(place, request));
  const said = jsonOf(answer);
  const told = answer.status < 400 ? read(said) : undefined;
  if (told !== undefined) return told;
  throw new CommandFailure(
    sentenceIn(said) ?? `the graph at ${place.url} does not offer purses (status ${answer.status}).`,
  );
}
