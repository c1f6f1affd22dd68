import { allPaid } from '../../credits/spending-refused.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import { today } from '../../scope/order.ts';
import { type Affiliation, dayOf, employersOf, lastOf, monthsBetween } from './affiliation.ts';
import { faded } from './confidence.ts';
import { distinct, type FoundPaths } from './find-paths.ts';
import type { IntroStep } from './intro-step.ts';
import { year } from './known-ties.ts';
import { loadRecord } from './load-record.ts';
import { type IntroPath, pathsTo, ranked } from './rank.ts';

/** Years since a person left a company, if no loaded record has the date. */
const assumedYears = 10;
/** Probability that a former employee knows people at the company on the day of leaving. */
const knowsPeople = 0.6;

/** Options for paths through former employees. */
export interface Alumni {
  /** Whether one of a person's employers is the company. */
  readonly isCompany: (employer: Affiliation) => boolean;
  /** Number of best paths for which the bridge's record is loaded, at one credit each. */
  readonly exactPaths: number;
}

/** Merges the paths to a company's current employees with the paths through former ones. */
export async function withAlumni(
  present: Promise<FoundPaths>,
  former: Promise<FoundPaths>,
  { isCompany, exactPaths }: Alumni,
): Promise<FoundPaths> {
  const [now, once] = await Promise.all([present, unlessRefused(former)]);
  if (!once) return { ...now, complete: false, notes: [...(now.notes ?? []), noCareers] };
  const merged = () => ranked([...now.paths, ...once.paths.flatMap((path) => onwards(path, isCompany))]);
  const bridges = merged()
    .slice(0, exactPaths)
    .flatMap(({ steps }) => steps[1]?.bridge ?? []);
  const failures = await allPaid(bridges.map(async (bridge) => (await loadRecord(bridge.fork())).failure ?? []));
  return {
    ...now,
    paths: merged(),
    waysIn: now.waysIn + once.waysIn,
    complete: now.complete && once.complete,
    problems: distinct(failures.flat()),
  };
}

const noCareers = 'The data service does not search careers, so former employees were not looked for.';

/** Extends the path to a former employee by a potential step to the company's current employees. */
function onwards({ known, others }: IntroPath, isCompany: Alumni['isCompany']): readonly IntroPath[] {
  const { scope } = known.connection;
  const target = known.connection.target();
  const record = scope.profiles.known(target.identifiers);
  const now = today();
  const stay = record && employersOf(record, now).find(isCompany);
  const last = stay && lastOf(stay);
  const name = String(target.read('full_name') ?? 'This person');
  const step: IntroStep = {
    scope,
    kind: 'POTENTIAL',
    connector: undefined,
    bridge: target,
    target: undefined,
    connection: undefined,
    sources: [],
    from: last && dayOf(last.from),
    until: last && !last.current ? dayOf(last.until) : undefined,
    monthsAtLeast: last && monthsBetween(last.from, last.until),
    sameFunction: undefined,
    confidence: knowsPeople * faded(last ? (now - last.until) / year : assumedYears),
    why: `${name} once worked at the company${last ? ` until ${dayOf(last.until).slice(0, 4)}` : ''}, but may not know anybody who is there now.`,
  };
  return pathsTo([known], step).map((path) => ({ ...path, others }));
}
