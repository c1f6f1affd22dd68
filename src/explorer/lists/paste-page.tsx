import { useMemo, useState } from 'preact/hooks';
import type { Reading } from '../../reading/read.ts';
import { AgainButton, Button } from '../components/button.tsx';
import type { FileColumn } from '../components/csv.ts';
import { PageHead } from '../components/head.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { number, role } from '../format.ts';
import { draftOf, keepDraft } from '../frame/drafts.ts';
import { type Graph, useGraph } from '../graph/graph.ts';
import { LookUpFailed } from '../graph/look-up.ts';
import { type Failure, readable } from '../graph/outcome.ts';
import { useLoaded } from '../graph/use-loaded.ts';
import { AskBox } from '../home/ask-box.tsx';
import { plural, say } from '../sentences.ts';
import { useRights } from '../session/session.ts';
import { mostKept, nameOfToday, useMakeList } from './make-list.ts';
import { type Candidate, type MatchedRow, matchRows } from './match.ts';
import { paste, usePasted } from './pasted.ts';
import { type NewTarget, refKey } from './target.ts';

/** The choices made on this page. They survive a reload and Back. */
interface Choices {
  readonly name: string;
  /** Index of the chosen candidate, by row index. */
  readonly picks: Readonly<Record<string, number>>;
  readonly hasHeadings?: boolean;
}

const noChoices: Choices = { name: '', picks: {} };

const keptChoices = (): Choices => {
  const text = draftOf('paste choices');
  return text === undefined ? noChoices : { ...noChoices, ...JSON.parse(text) };
};

const states = {
  person: 'Person',
  company: 'Company',
  unclear: 'Unclear',
  unknown: 'Not found',
  unchecked: 'Not looked up',
} as const;

const columnKinds = {
  id: 'id',
  url: 'profile link',
  slug: 'profile name',
  email: 'e-mail',
  name: 'name',
  first: 'first name',
  last: 'last name',
  company: 'company',
  companyUrl: 'company link',
  website: 'website',
  title: 'title',
  place: 'place',
  connected: 'connected on',
} as const;

/** Shows the pasted rows with their matches, before a plan is made. Free. */
export const PastePage = () => {
  const text = usePasted();
  return text.trim() === '' ? <PasteForm /> : <Pasted key={text} text={text} />;
};

type Read =
  | { readonly reading: Reading | undefined; readonly failure: Failure; readonly matched?: never }
  | { readonly reading: Reading; readonly matched: readonly MatchedRow[]; readonly failure?: never };

const readAll = async (text: string, hasHeadings: boolean | undefined, graph: Graph): Promise<Read> => {
  let reading: Reading | undefined;
  try {
    const { read } = await import('../../reading/read.ts');
    reading = read(text, hasHeadings === undefined ? {} : { hasHeadings });
    return { reading, matched: await matchRows(reading.rows.slice(0, mostKept), graph) };
  } catch (error) {
    return { reading, failure: error instanceof LookUpFailed ? error.failure : { reason: 'offline', message: '' } };
  }
};

const Pasted = ({ text }: { readonly text: string }) => {
  const { isBusy, make } = useMakeList();
  const graph = useGraph();
  const { keep } = useRights();
  const [choices, setChoices] = useState(keptChoices);
  const { name, picks, hasHeadings } = choices;

  const change = (next: Choices) => {
    setChoices(next);
    keepDraft('paste choices', JSON.stringify(next));
  };
  const startOver = () => {
    keepDraft('paste choices', undefined);
    paste('');
  };

  const key = JSON.stringify([text, hasHeadings]);
  const { value: read, again } = useLoaded(key, () => readAll(text, hasHeadings, graph));
  const matched = read?.matched ?? [];
  const rows = useMemo(() => matched.map((row, at): PastedRow => ({ ...row, at })), [read]);
  const columns = useMemo(
    () => columnsOf(picks, (at, pick) => change({ ...choices, picks: { ...picks, [at]: pick } })),
    [choices],
  );
  const candidateOf = ({ candidates, state: found, at }: PastedRow): Candidate | undefined =>
    candidates[picks[String(at)] ?? (found === 'unclear' ? -1 : 0)];
  const chosen = rows.flatMap((row): readonly NewTarget[] => {
    const candidate = candidateOf(row);
    if (!candidate) return [];
    const { row: given } = row;
    const isFirm = candidate.ref.kind !== 'person';
    const label = (isFirm ? (given.company ?? given.name) : given.name) ?? candidate.name;
    return [{ ref: candidate.ref, label, ...(isFirm && { title: given.title }) }];
  });
  const unique = [...new Map(chosen.map((target) => [refKey(target.ref), target])).values()];
  const unchecked = matched.filter(({ state: one }) => one === 'unchecked');
  const plan = async () => {
    if (await make(name.trim() || nameOfToday(), unique)) startOver();
  };
  return (
    <>
      <PageHead title="What you pasted" count={read?.matched ? summaryOf(matched) : 'Reading…'} canShare={false}>
        <Button kind="bar" label="Start over" onClick={startOver} />
      </PageHead>
      {!read && <Loading lines={12} />}
      {read?.failure && <FailureNotice failure={read.failure} again={again} />}
      {read?.matched && (
        <>
          <form
            class="inline-form row wrap above"
            onSubmit={(event) => {
              event.preventDefault();
              void plan();
            }}
          >
            <label>
              <span class="visually-hidden">Name of the list</span>
              <input
                value={name}
                placeholder={nameOfToday()}
                autocomplete="off"
                maxLength={200}
                onInput={({ currentTarget }) => change({ ...choices, name: currentTarget.value })}
              />
            </label>
            <button type="submit" class="button primary" disabled={unique.length === 0 || isBusy || !keep}>
              {isBusy ? 'Making the plan…' : 'Make the plan'} <span class="price-tag">free</span>
            </button>
            <span class="muted">
              {keep
                ? unique.length < chosen.length &&
                  `Lines that are duplicates: ${number(chosen.length - unique.length)}.`
                : 'This session can look, but not keep lists.'}
            </span>
          </form>
          {unchecked.length > 0 && (
            <p class="notice-line" role="alert">
              {plural(unchecked.length, 'line was', 'lines were')} not looked up: the data service did not answer.{' '}
              <AgainButton again={again} />
            </p>
          )}
          <TableChoices
            reading={read.reading}
            hasHeadings={hasHeadings}
            onChange={(next) => change({ ...choices, hasHeadings: next })}
          />
          {read.reading.rows.length > mostKept && <p class="muted">The first {number(mostKept)} lines were read.</p>}
          {matched.length === 0 && <Notice title="Nothing to read" heading="h2" />}
          {matched.length > 0 && (
            <List
              label="What you pasted"
              source={rows}
              columns={columns}
              keyOf={({ at }) => String(at)}
              fileName="matched"
              files={[{ name: 'CSV', columns: fileOf(read.reading, candidateOf) }]}
              isTall
            />
          )}
          {read.reading.unread.length > 0 && (
            <details class="small above">
              <summary>{plural(read.reading.unread.length, 'line', 'lines')} of the text made no row</summary>
              <ul class="plain-rows">
                {read.reading.unread.map(({ line, text: raw, reason }) => (
                  <li key={`${line} ${raw}`}>
                    <span dir="auto">{raw}</span> <span class="muted">{reason}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </>
  );
};

const counted = (count: number): string => plural(count, 'line', 'lines');

/** How many rows there are, and of which kinds. */
const summaryOf = (matched: readonly MatchedRow[]): string => {
  const counts = Object.groupBy(matched, ({ state }) => state);
  const others = (['unclear', 'unknown', 'unchecked'] as const).flatMap((state) => {
    const count = counts[state]?.length ?? 0;
    return count > 0 ? [`${number(count)} ${states[state].toLowerCase()}`] : [];
  });
  const firms = plural(counts.company?.length ?? 0, 'company', 'companies');
  return `${counted(matched.length)}: ${[say.people(counts.person?.length ?? 0), firms, ...others].join(', ')}`;
};

/** Selects the meaning of each column, and whether the first line has headings. */
const TableChoices = ({
  reading: { table },
  hasHeadings,
  onChange,
}: {
  readonly reading: Reading;
  readonly hasHeadings: boolean | undefined;
  readonly onChange: (hasHeadings: boolean) => void;
}) =>
  table ? (
    <p class="muted small row wrap loose">
      <label>
        <input
          type="checkbox"
          checked={hasHeadings ?? table.headings !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />{' '}
        First line is a heading
      </label>
      <span>
        Columns:{' '}
        {table.columns
          .map(({ heading, kind }, at) => `${heading || at + 1} → ${kind ? columnKinds[kind] : 'not used'}`)
          .join(', ')}
      </span>
    </p>
  ) : null;

/** A row with its index, by which the choices are kept. */
interface PastedRow extends MatchedRow {
  readonly at: number;
}

const columnsOf = (
  picks: Choices['picks'],
  onPick: (at: number, pick: number) => void,
): readonly ListColumn<PastedRow>[] => [
  { key: 'pasted', name: 'Pasted', width: 'minmax(9rem, 1.2fr)', text: ({ row }) => row.text },
  {
    key: 'ask',
    name: 'Read as',
    width: 'minmax(12rem, 1.6fr)',
    text: ({ candidates, reason }) => candidates[0]?.name ?? reason ?? '',
    cell: (row) => <Meaning row={row} pick={picks[String(row.at)]} onPick={(pick) => onPick(row.at, pick)} />,
  },
  {
    key: 'state',
    name: 'Kind',
    width: '8rem',
    isNumeric: true,
    text: ({ state }) => states[state],
    cell: ({ state }) => (
      <span class={`chip plain ${state === 'person' || state === 'company' ? '' : 'warn'}`}>{states[state]}</span>
    ),
  },
];

const Meaning = ({
  row: { row, state, candidates, reason },
  pick,
  onPick,
}: {
  readonly row: MatchedRow;
  readonly pick: number | undefined;
  readonly onPick: (at: number) => void;
}) => {
  const [only] = candidates;
  if (!only) return <span class="muted">{readable(reason ?? '') || 'No match. It is left out.'}</span>;
  if (state === 'unclear')
    return (
      <select
        aria-label={`Who is “${row.text}”?`}
        value={pick ?? -1}
        onChange={({ currentTarget }) => onPick(Number(currentTarget.value))}
      >
        <option value={-1}>Choose, or leave out</option>
        {candidates.map(({ ref, name, detail }, at) => (
          <option key={refKey(ref)} value={at}>
            {role(name, detail)}
          </option>
        ))}
      </select>
    );
  return (
    <span dir="auto">
      {only.name} <span class="muted">{only.detail}</span>
    </span>
  );
};

/** The file of the pasted rows: all their columns, and the match of each. */
const fileOf = (
  { table }: Reading,
  candidateOf: (row: PastedRow) => Candidate | undefined,
): readonly FileColumn<PastedRow>[] => [
  ...(table
    ? table.columns.map(({ heading }, column) => ({
        name: heading || String(column + 1),
        text: ({ row }: PastedRow) => row.cells[column]?.text ?? '',
      }))
    : [{ name: 'pasted', text: ({ row }: PastedRow) => row.text }]),
  { name: 'kith_state', text: ({ state }) => states[state] },
  {
    name: 'kith_id',
    text: (row) => {
      const candidate = candidateOf(row);
      return candidate ? refKey(candidate.ref) : '';
    },
  },
  { name: 'kith_name', text: (row) => candidateOf(row)?.name ?? '' },
  { name: 'kith_detail', text: (row) => candidateOf(row)?.detail ?? '' },
  { name: 'kith_reason', text: ({ reason }) => readable(reason ?? '') },
];

const PasteForm = () => (
  <>
    <PageHead title="Paste a list" canShare={false} />
    <p class="muted above small">
      One person or company per line: a name, “name, company”, profile link, e-mail, or domain. Or a CSV.
    </p>
    <AskBox rows={12} isForLists />
  </>
);
