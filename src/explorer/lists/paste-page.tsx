import { useEffect, useState } from 'preact/hooks';
import type { Reading } from '../../reading/read.ts';
import { AgainButton, BarButton } from '../components/button.tsx';
import { csvOf, download } from '../components/csv.ts';
import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { FailureNotice, Loading, Notice } from '../components/notice.tsx';
import { draftOf, keepDraft } from '../frame/drafts.ts';
import { heir } from '../frame/focus.ts';
import { useGraph } from '../graph/graph.ts';
import { type Failure, readable } from '../graph/outcome.ts';
import { LookUpFailed } from '../intent/look-up.ts';
import { say } from '../sentences.ts';
import { useRights } from '../session/rights.ts';
import { mostKept } from './kept.ts';
import { useMakeList } from './make-list.ts';
import { type Candidate, type MatchedRow, matchRows } from './match.ts';
import { paste, pasted, readFile } from './pasted.ts';
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

/** Shows the pasted rows with their matches, before a plan is made. Free. */
export const PastePage = () => {
  const text = pasted();
  return text.trim() === '' ? <PasteForm /> : <Pasted key={text} text={text} />;
};

type State =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly reading: Reading | undefined; readonly failure: Failure }
  | { readonly kind: 'read'; readonly reading: Reading; readonly matched: readonly MatchedRow[] };

const Pasted = ({ text }: { readonly text: string }) => {
  const { isBusy, make } = useMakeList();
  const graph = useGraph();
  const { keep } = useRights();
  const [state, setState] = useState<State>({ kind: 'reading' });
  const [choices, setChoices] = useState(keptChoices);
  const [attempt, setAttempt] = useState(0);
  const { name, picks, hasHeadings } = choices;

  const change = (next: Choices) => {
    setChoices(next);
    keepDraft('paste choices', JSON.stringify(next));
  };
  const again = () => {
    setState({ kind: 'reading' });
    setAttempt((count) => count + 1);
  };
  const startOver = () => {
    keepDraft('paste choices', undefined);
    paste('');
  };

  useEffect(() => {
    let isCurrent = true;
    const show = (next: State) => isCurrent && setState(next);
    const readAll = async () => {
      const { read } = await import('../../reading/read.ts');
      const reading = read(text, hasHeadings === undefined ? {} : { hasHeadings });
      try {
        show({ kind: 'read', reading, matched: await matchRows(reading.rows.slice(0, mostKept), graph) });
      } catch (error) {
        if (!(error instanceof LookUpFailed)) throw error;
        show({ kind: 'failed', reading, failure: error.failure });
      }
    };
    readAll().catch(() => show({ kind: 'failed', reading: undefined, failure: { reason: 'offline', message: '' } }));
    return () => {
      isCurrent = false;
    };
  }, [graph, text, hasHeadings, attempt]);

  const matched = state.kind === 'read' ? state.matched : [];
  const reading = state.kind === 'reading' ? undefined : state.reading;
  const candidateOf = (row: MatchedRow, at: number): Candidate | undefined =>
    row.candidates[picks[String(at)] ?? (row.state === 'unclear' ? -1 : 0)];
  const chosen = matched.flatMap((row, at): readonly NewTarget[] => {
    const candidate = candidateOf(row, at);
    if (!candidate) return [];
    const { row: given } = row;
    const isFirm = candidate.ref.kind !== 'person';
    const label = (isFirm ? (given.company ?? given.name) : given.name) ?? candidate.name;
    return [{ ref: candidate.ref, label, ...(isFirm && { title: given.title }) }];
  });
  const unique = [...new Map(chosen.map((target) => [refKey(target.ref), target])).values()];
  const unchecked = matched.filter(({ state: one }) => one === 'unchecked');
  const plan = async () => {
    if (await make(name.trim() || say.lists.on(new Date()), unique)) startOver();
  };
  return (
    <>
      <PageHead
        title={say.paste.title}
        count={state.kind === 'read' ? say.paste.summary(matched.length, countsOf(matched)) : say.paste.reading}
        canShare={false}
      >
        {state.kind === 'read' && (
          <BarButton
            label={say.list.export}
            icon="export"
            isQuiet
            onClick={() => download('matched.csv', fileOf(state.reading, matched, candidateOf))}
          />
        )}
        <BarButton label={say.paste.again} onClick={startOver} />
      </PageHead>
      {state.kind === 'reading' && <Loading lines={12} />}
      {state.kind === 'failed' && <FailureNotice failure={state.failure} again={again} />}
      {state.kind === 'read' && (
        <>
          <form
            class="plan-form"
            onSubmit={(event) => {
              event.preventDefault();
              void plan();
            }}
          >
            <label>
              <span class="visually-hidden">{say.paste.name}</span>
              <input
                value={name}
                placeholder={say.lists.on(new Date())}
                autocomplete="off"
                maxLength={200}
                onInput={({ currentTarget }) => change({ ...choices, name: currentTarget.value })}
              />
            </label>
            <button type="submit" class="button primary" disabled={unique.length === 0 || isBusy || !keep}>
              {isBusy ? say.paste.making : say.paste.plan} <span class="price-tag">{say.free}</span>
            </button>
            <span class="muted">
              {keep
                ? unique.length < chosen.length && say.paste.twice(chosen.length - unique.length)
                : say.lists.lookOnly}
            </span>
          </form>
          {unchecked.length > 0 && (
            <p class="notice-line" role="alert">
              {say.paste.unchecked(unchecked.length)} <AgainButton again={again} />
            </p>
          )}
          <TableChoices
            reading={state.reading}
            hasHeadings={hasHeadings}
            onChange={(next) => change({ ...choices, hasHeadings: next })}
          />
          {state.reading.rows.length > mostKept && <p class="muted">{say.paste.first(mostKept)}</p>}
          {matched.length === 0 && <Notice title={say.paste.nothing} heading="h2" />}
          <MatchTable
            matched={matched}
            picks={picks}
            onPick={(at, pick) => change({ ...choices, picks: { ...picks, [at]: pick } })}
          />
          {reading && reading.unread.length > 0 && (
            <details class="unread">
              <summary>{say.paste.unread(reading.unread.length)}</summary>
              <ul class="plain-rows">
                {reading.unread.map(({ line, text: raw, reason }) => (
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

const countsOf = (matched: readonly MatchedRow[]) => {
  const counts = Object.groupBy(matched, ({ state }) => state);
  return {
    persons: counts.person?.length ?? 0,
    companies: counts.company?.length ?? 0,
    unclear: counts.unclear?.length ?? 0,
    unknown: counts.unknown?.length ?? 0,
    unchecked: counts.unchecked?.length ?? 0,
  };
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
    <p class="muted table-choices">
      <label>
        <input
          type="checkbox"
          checked={hasHeadings ?? table.headings !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />{' '}
        {say.paste.headings}
      </label>
      <span>
        {say.paste.columns(
          table.columns.map(({ heading, kind }, at): readonly [string, string] => [
            heading || String(at + 1),
            kind ? say.paste.column[kind] : say.paste.skipped,
          ]),
        )}
      </span>
    </p>
  ) : null;

interface MatchTableProps {
  readonly matched: readonly MatchedRow[];
  readonly picks: Choices['picks'];
  readonly onPick: (at: number, pick: number) => void;
}

const MatchTable = ({ matched, picks, onPick }: MatchTableProps) => (
  <table class="compact paste-rows" {...heir}>
    <caption class="visually-hidden">{say.paste.title}</caption>
    <thead>
      <tr>
        <th scope="col">{say.paste.pasted}</th>
        <th scope="col">{say.paste.meaning}</th>
        <th scope="col">{say.paste.state}</th>
      </tr>
    </thead>
    <tbody>
      {matched.map((row, at) => (
        <tr key={`${at} ${row.row.text}`} class={`state-${row.state}`}>
          <th scope="row" dir="auto">
            {row.row.text}
          </th>
          <td>
            <Meaning row={row} pick={picks[String(at)]} onPick={(pick) => onPick(at, pick)} />
          </td>
          <td>
            <span class={`chip plain ${row.state === 'person' || row.state === 'company' ? '' : 'warn'}`}>
              {say.paste.states[row.state]}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

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
  if (!only) return <span class="muted">{readable(reason ?? '') || say.paste.unknown}</span>;
  if (state === 'unclear')
    return (
      <select
        aria-label={say.paste.choose(row.text)}
        value={pick ?? -1}
        onChange={({ currentTarget }) => onPick(Number(currentTarget.value))}
      >
        <option value={-1}>{say.paste.leaveOut}</option>
        {candidates.map(({ ref, name, detail }, at) => (
          <option key={refKey(ref)} value={at}>
            {[name, detail].filter(Boolean).join(' · ')}
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

/** Exports the pasted rows with all their columns, and the match of each. */
const fileOf = (
  { table }: Reading,
  matched: readonly MatchedRow[],
  candidateOf: (row: MatchedRow, at: number) => Candidate | undefined,
): string => {
  const given = table
    ? table.columns.map(({ heading }, column) => ({
        name: heading || String(column + 1),
        text: ({ row }: { readonly row: MatchedRow }) => row.row.cells[column]?.text ?? '',
      }))
    : [{ name: 'pasted', text: ({ row }: { readonly row: MatchedRow }) => row.row.text }];
  const rows = matched.map((row, at) => ({ row, candidate: candidateOf(row, at) }));
  return csvOf<(typeof rows)[number]>(
    [
      ...given,
      { name: 'kith_state', text: ({ row }) => say.paste.states[row.state] },
      { name: 'kith_id', text: ({ candidate }) => (candidate ? refKey(candidate.ref) : '') },
      { name: 'kith_name', text: ({ candidate }) => candidate?.name ?? '' },
      { name: 'kith_detail', text: ({ candidate }) => candidate?.detail ?? '' },
      { name: 'kith_reason', text: ({ row }) => readable(row.reason ?? '') },
    ],
    rows,
  );
};

const PasteForm = () => {
  const [text, setText] = useState(() => draftOf('paste form') ?? '');
  const change = (next: string) => {
    setText(next);
    keepDraft('paste form', next === '' ? undefined : next);
  };
  return (
    <>
      <PageHead title={say.paste.begin} canShare={false} />
      <form
        class="paste-form"
        onSubmit={(event) => {
          event.preventDefault();
          keepDraft('paste form', undefined);
          paste(text);
        }}
      >
        <label>
          <span>{say.paste.hint}</span>
          <textarea
            rows={12}
            value={text}
            spellcheck={false}
            placeholder={say.paste.placeholder}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="submit" class="button primary" disabled={text.trim() === ''}>
            {say.paste.read}
          </button>
          <label class="button bar file">
            <Icon name="add" />
            <span>{say.ask.file}</span>
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/*"
              onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
            />
          </label>
        </div>
      </form>
    </>
  );
};
