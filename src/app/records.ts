import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../config/config.ts';
import { recordsPath } from '../graph/features/kept-records/records-route.ts';
import { CommandFailure } from './command-failure.ts';
import { askGraph, demandAnswer, graphPlace, jsonOf } from './graph-channel.ts';
import { sentenceIn } from './refusal.ts';

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
): Promise<number> => {
  const asked = { method: 'POST', path: `${recordsPath}/adopt`, body: JSON.stringify({ from, to }) } as const;
  return (await ask(config, graphUrl, Adopted, asked)).adopted;
};

async function ask<Shape extends Type.TSchema>(
  config: Config,
  graphUrl: string | undefined,
  shape: Shape,
  asked: Parameters<typeof askGraph>[1],
): Promise<Static<Shape>> {
  const place = await graphPlace(config, graphUrl);
  const answer = demandAnswer(place.url, await askGraph(place, asked));
  const said = jsonOf(answer);
  if (answer.status < 400 && Value.Check(shape, said)) return said;
  throw new CommandFailure(
    sentenceIn(said) ?? `the graph at ${place.url} does not tell what it keeps (status ${answer.status}).`,
  );
}
