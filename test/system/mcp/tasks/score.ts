import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A task by a stranger who has not seen the schemas of the tools, with the call that a model writes first. */
export interface Task {
  readonly task: string;
  readonly call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };
  readonly expected: Expected;
}

interface Expected {
  readonly ids?: readonly string[];
  readonly companyIds?: readonly string[];
  readonly idsAtMost?: readonly string[];
  readonly count?: number;
  readonly ambiguous?: readonly string[];
  readonly notFound?: readonly string[];
  readonly targets?: readonly string[];
  readonly conditions?: string;
  readonly nobody?: string;
  /** Who on the team can introduce: names by the ids of connectors. */
  readonly introducers?: Readonly<Record<string, unknown>>;
  readonly facts?: string | Readonly<Record<string, unknown>>;
  /** Other answers that are as right. */
  readonly alsoAccept?: readonly Expected[];
  readonly note?: string;
}

export type Content = Readonly<Record<string, unknown>>;

export const tasksIn = (file: string): readonly Task[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every id that an answer shows at a member of this name, not those of candidates. */
function idsIn(answer: Content): { shown: Set<string>; candidates: Set<string> } {
  const [shown, candidates] = [new Set<string>(), new Set<string>()];
  const walk = (value: unknown, isCandidate: boolean): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, isCandidate);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) {
        if ((name === 'id' || name === 'at') && typeof one === 'string') (isCandidate ? candidates : shown).add(one);
        // Connectors have ids of their own, which are no profiles'.
        else if (name !== 'introducer' && name !== 'next') walk(one, isCandidate || name === 'candidates');
      }
  };
  walk(answer, false);
  return { shown, candidates };
}

/** How many targets of a plan were not found. */
const unresolvedIn = (answers: readonly Content[]): number =>
  answers.flatMap(({ unresolved }) => (Array.isArray(unresolved) ? unresolved : [])).length;

/** Whether the answers to a task, the first and what it led to, are right; a sentence if they are not. */
export function wrongIn(task: Task, answers: readonly Content[], checks: Checks): string | undefined {
  const { note = '', alsoAccept = [], facts, conditions = '' } = task.expected;
  // A stranger may allow a refusal, which names what to write instead.
  const isRefusable = /\bor (?:a refusal|an error)\b/.test(
    `${note} ${typeof facts === 'string' ? facts : (facts?.note ?? '')}`,
  );
  if (isRefusable && answers.at(-1)?.refused !== undefined) return undefined;
  if (/number is told/.test(conditions) && answers.at(-1)?.total === task.expected.count) return undefined;
  const [first, ...others] = [task.expected, ...alsoAccept].map((expected) =>
    wrongAs({ ...task, expected }, answers, checks),
  );
  return others.includes(undefined) ? undefined : first;
}

function wrongAs(
  { call, expected, task }: Task,
  answers: readonly Content[],
  { texts, alsoRight }: Checks,
): string | undefined {
  const all: Content = { answers };
  const { shown, candidates } = idsIn(all);
  const text = JSON.stringify(answers);
  const { ids, companyIds, idsAtMost, ambiguous, notFound, targets, nobody, facts } = expected;
  const last = answers.at(-1) ?? {};
  const wanted = [...(ids ?? []), ...(companyIds ?? [])];
  if (ambiguous) {
    const chosen = [...shown].filter((id) => ambiguous.includes(id) || (ids === undefined && !wanted.includes(id)));
    if (chosen.length > 0) return `chose ${chosen.join()}`;
    const missing = ambiguous.filter((id) => !candidates.has(id));
    if (missing.length > 0) return `candidates lack ${missing.join()}`;
    if (ids === undefined) return undefined;
  }
  const isSearch = call.tool.startsWith('find_');
  if (isSearch && idsAtMost === undefined) {
    const mayHaveMore = /told so/.test(expected.conditions ?? '') && /any office/.test(text);
    const extra = mayHaveMore ? [] : [...shown].filter((id) => !wanted.includes(id) && !alsoRight(task, id));
    if (extra.length > 0 && nobody === undefined && expected.count !== undefined)
      return `found ${extra.length} others, such as ${extra[0]}`;
  }
  const missing = wanted.filter((id) => !shown.has(id));
  if (missing.length > 0 && typeof facts !== 'object')
    return `lacks ${missing.length} of ${wanted.length}: ${missing[0]}`;
  if (idsAtMost) {
    const extra = [...shown].filter((id) => !idsAtMost.includes(id));
    if (extra.length > 0 || (shown.size === 0 && !text.includes('"emptied_by"')))
      return `found ${extra.length} others, or nobody`;
  }
  if (targets && ![...shown].some((id) => targets.includes(id)) && !text.includes('"nobody"')) return 'no target';
  if (notFound) {
    const unknown = unresolvedIn(answers) || [...text.matchAll(/"state":"UNKNOWN"/g)].length;
    if (unknown !== notFound.length) return `${unknown} unknown rows`;
  }
  if (nobody !== undefined) {
    if (shown.size > 0) return `found ${[...shown][0]}`;
    if (!/"emptied_by"|"reason"|"nobody"/.test(text)) return 'no reason for nobody';
  }
  if (typeof facts === 'object')
    for (const [name, value] of Object.entries(facts)) {
      const values = [value]
        .flat()
        .map((one) =>
          one === null ? '"unknown"' : typeof one === 'string' ? JSON.stringify(one).slice(1, -1) : `${one}`,
        );
      const lacking = values.filter((one) => !text.includes(one));
      if (lacking.length > 0) return `lacks ${name}: ${lacking.join()}`;
    }
  if (typeof facts === 'string') {
    const check = texts[task];
    if (check === undefined) return 'no check';
    if (!check.test(text)) return `says otherwise: ${JSON.stringify(last).slice(0, 300)}`;
  }
  return undefined;
}

export interface Checks {
  readonly texts: TextChecks;
  /** Whether a person whom the stranger does not list meets the task all the same. */
  readonly alsoRight: (task: string, id: string) => boolean;
}

/** What the answers to tasks must say, where the stranger describes it in words: by the task. */
export type TextChecks = Readonly<Record<string, RegExp>>;
