import { unlessRefused } from './bridge-search.ts';
import { faded } from './confidence.ts';
import type { Found } from './find-paths.ts';
import type { IntroStep } from './intro-step.ts';
import { type IntroPath, ranked, waysTo } from './rank.ts';

/** Years since somebody left a company, where no free payload tells. */
const assumedYears = 10;
/** How likely somebody who has worked at a company still knows people there, the day after leaving. */
const knowsPeople = 0.6;

/** The ways to the people at a company, and those through people who were there once. */
export async function withAlumni(present: Promise<Found>, alumni: Promise<Found>): Promise<Found> {
  const [now, once] = await Promise.all([present, unlessRefused(alumni)]);
  if (!once) return { ...now, complete: false, notes: [...(now.notes ?? []), noCareers] };
  return {
    ...now,
    paths: ranked([...now.paths, ...once.paths.flatMap(onwards)]),
    waysIn: now.waysIn + once.waysIn,
    complete: now.complete && once.complete,
  };
}

const noCareers = 'The data service does not search careers: people who once worked there were not looked for.';

/** The path to somebody who was at the company, led on to whoever is there now. */
function onwards({ known, others }: IntroPath): readonly IntroPath[] {
  const { scope, target } = known.connection;
  const name = String(target.read('full_name') ?? 'This person');
  const step: IntroStep = {
    scope,
    kind: 'POTENTIAL',
    connector: undefined,
    bridge: target,
    target: undefined,
    connection: undefined,
    sources: [],
    from: undefined,
    until: undefined,
    monthsAtLeast: undefined,
    sameFunction: undefined,
    confidence: knowsPeople * faded(assumedYears),
    why: `${name} once worked at the company, which does not say that they know somebody who is there now.`,
  };
  return waysTo([known], step).map((path) => ({ ...path, others }));
}
