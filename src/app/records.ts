import Type, { type Static } from 'typebox';
import type { Config } from '../config/config.ts';
import { recordsPath } from '../graph/features/kept-records/records-route.ts';
import { answerIn } from './graph-answer.ts';
import { demandGraph, type GraphRequest, graphPlace } from './graph-channel.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);
const Summary = Type.Object({
  profiles: Type.Number(),
  companies: Type.Number(),
  oldestAt: nullable,
  newestAt: nullable,
  bytes: nullable,
  savedThisMonth: Type.Number(),
});
export interface KeptSummary extends Static<typeof Summary> {}

const Adopted = Type.Object({ adopted: Type.Number() });

/** @throws {CommandFailure} if the graph does not answer, or keeps no records; so does `adoptRecords` */
export const keptSummary = (config: Config, graphUrl: string | undefined): Promise<KeptSummary> =>
  ask(config, graphUrl, Summary, { method: 'GET', path: recordsPath });

/** Lets an API key take over the records that another paid for, while both are accepted; resolves with their number. */
export const adoptRecords = async (
  config: Config,
  graphUrl: string | undefined,
  from: string,
  to: string,
): Promise<number> =>
  (await ask(config, graphUrl, Adopted, { method: 'POST', path: `${recordsPath}/adopt`, body: { from, to } })).adopted;

async function ask<Shape extends Type.TSchema>(
  config: Config,
  graphUrl: string | undefined,
  shape: Shape,
  asked: GraphRequest,
): Promise<Static<Shape>> {
  const place = await graphPlace(config, graphUrl);
  return answerIn(await demandGraph(place, asked), shape, `the graph at ${place.url} does not list what it keeps`);
}
