import type { Static, TSchema } from 'typebox';
import type { Config } from '../config/config.ts';
import { ClosedPurse, pursesPath, ShownPurse, ShownPurses } from '../graph/features/purses/purse-route.ts';
import { answerIn } from './graph-answer.ts';
import { demandGraph, type GraphRequest, graphPlace } from './graph-channel.ts';

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
  ask(graph, ShownPurse, { method: 'POST', path: pursesPath, body: purse });

export const listPurses = async (graph: PurseGraph): Promise<readonly ShownPurse[]> =>
  (await ask(graph, ShownPurses, { method: 'GET', path: pursesPath })).purses;

/** Resolves with the number of sessions that ended with it. */
export const closePurse = async (graph: PurseGraph, id: string): Promise<number> =>
  (await ask(graph, ClosedPurse, { method: 'DELETE', path: `${pursesPath}/${encodeURIComponent(id)}` })).sessionsEnded;

async function ask<Shape extends TSchema>(
  { config, graphUrl, apiKey }: PurseGraph,
  shape: Shape,
  asked: GraphRequest,
): Promise<Static<Shape>> {
  const place = await graphPlace(config, graphUrl);
  const answer = await demandGraph(place, { ...asked, apiKey });
  return answerIn(answer, shape, `the graph at ${place.url} does not offer purses`);
}
