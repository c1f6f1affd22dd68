import { summaryCoversProfile } from '../../../contract/coverage.ts';
import { decodeCursor, encodeCursor } from '../../loaders/cursor.ts';
import { builder } from '../../schema/builder.ts';
import { linkTo } from '../../schema/link.ts';
import { ProblemType } from '../../schema/problem.ts';
import { Connection, Connector, Profile } from '../../schema/refs.ts';
import { between } from '../../scope/record-identifier.ts';
import { nodesOf, pageType } from '../search/page-type.ts';
import type { Page } from '../search/page-walk.ts';
import { maxItems } from '../search/page-walk.ts';
import type { FoundPaths } from './find-paths.ts';
import { missingTarget } from './find-target.ts';
import { IntroStepType } from './intro-step-type.ts';
import { notesOf } from './network-reach.ts';
import type { IntroPath } from './rank.ts';

/** A page of ranked paths, with the whole result that it is part of. */
interface IntroPage extends Page<IntroPath> {
  readonly found: FoundPaths;
}

export const IntroPathType = builder.objectRef<IntroPath>('IntroPath').implement({
  description:
    'A warm introduction: a connector of the team who knows the person, or who knows somebody who may know them.',
  fields: (t) => ({
    target: t.field(
      linkTo(Profile, {
        description: 'The person to be introduced to; null if the target is anybody at a company.',
        covers: summaryCoversProfile,
        reference: ({ steps }: IntroPath) => steps.at(-1)?.target?.fork() ?? null,
      }),
    ),
    connector: t.field({
      type: Connector,
      description: 'The connector to ask, who makes the first step; null if their id is unknown.',
      resolve: ({ known }) => known.connection,
    }),
    steps: t.expose('steps', {
      type: [IntroStepType],
      nullable: false,
      description:
        'The steps from the connector to the target, in order: one if the connector knows the target, otherwise two.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: false,
      description:
        'How likely it is that each person on the path knows the next, from 0 to 1: the product of the steps’ confidences. Paths are ranked by it.',
    }),
    why: t.string({
      nullable: false,
      description: 'The evidence as a sentence, such as `Worked together at Aurora Labs, 2018–2020.`',
      resolve: ({ steps }) => steps.map(({ why }) => why).join(' '),
    }),
    others: t.expose('others', {
      type: [Connection],
      nullable: false,
      description: 'The other connectors who know the first step’s person, best first.',
    }),
  }),
});

export const IntroPathConnection = pageType<IntroPath, IntroPage>({
  name: 'IntroPathConnection',
  description: 'Introduction paths, best first: all paths to one person, or the best path to each of several.',
  node: (t) =>
    t.expose('node', {
      type: IntroPathType,
      nullable: false,
      description: 'The path from a connector to the target.',
    }),
  nodes: (t) =>
    t.field({
      type: [IntroPathType],
      nullable: false,
      ofPage: true,
      description: 'The paths on the page, without cursors, best first.',
      resolve: nodesOf,
    }),
  more: (t) => ({
    compiledDsl: t.field({
      type: 'JSON',
      description:
        'The query that was sent, in the data service’s own query language; null if the target is a person, since people are looked up several at a time, without a query.',
      resolve: ({ found }) => found.query,
    }),
    people: t.field({
      type: 'Int',
      nullable: false,
      description: 'How many people the network reaches: at a target company, or 0 or 1 for a person.',
      resolve: ({ found }) => found.people,
    }),
    waysIn: t.field({
      type: 'Int',
      nullable: false,
      description: 'Number of connections found; a lower bound unless `complete`.',
      resolve: ({ found }) => found.waysIn,
    }),
    complete: t.boolean({
      nullable: false,
      description: 'Whether every relationship was read; if not, a better path may exist.',
      resolve: ({ found }) => found.complete,
    }),
    problems: t.field({
      type: [ProblemType],
      nullable: false,
      description:
        'A `NotFound` if the data service has no such person or company, a `CreditLimit` if a record needed for two steps was not paid for, or an `UpstreamFailed`; empty if nothing is wrong. If the target is given by id or website and has no path, a free search checks that it exists; there is no `NotFound` if that search fails.',
      resolve: async ({ found }) => {
        const missing = await missingTarget(found);
        return [...(missing ? [missing] : []), ...(found.problems ?? [])];
      },
    }),
    notes: t.stringList({
      nullable: false,
      description:
        'Remarks on the result, as free text: what was not searched, which search was cut off, that the target is a connector.',
      resolve: ({ found }) => notesOf(found),
    }),
  }),
});

/** Arguments of a page of paths. */
export const introPathArgs = builder.args((t) => ({
  first: t.int({ defaultValue: 10, description: 'How many paths to return, 0 to 10,000; 0 counts only.' }),
  after: t.string({
    description:
      'A cursor of an earlier page of the same query, such as `WyJhYmNkIiwxMCwwLDAsbnVsbF0`; the page begins after it.',
  }),
}));

export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** Digest in cursors, the same for all questions: a cursor is an offset, and paths are ranked again for each page. */
const digest = 'intro-paths';

/** A page of the ranked paths. */
export function pageOf(found: FoundPaths, { first, after }: PageArgs): IntroPage {
  const count = between(0, maxItems, first ?? 10, 'first');
  const start = after ? decodeCursor(after, digest).before : 0;
  const nodes = found.paths.slice(start, start + count);
  return {
    found,
    totalCount: found.paths.length,
    hasNextPage: start + nodes.length < found.paths.length,
    edges: nodes.map((node, at) => ({
      node,
      cursor: encodeCursor({ token: undefined, limit: 0, offset: 0, before: start + at + 1 }, digest),
    })),
  };
}
