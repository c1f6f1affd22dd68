import { useEffect, useMemo, useState } from 'preact/hooks';
import { PageHead } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading, Notice } from '../components/notice.tsx';
import { heir } from '../frame/focus.ts';
import { Plan } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useVocabulary } from '../home/vocabulary.ts';
import { say } from '../sentences.ts';
import { newList, planOf } from './kept.ts';
import { useMakeList } from './make-list.ts';
import { type Candidate, type MatchedRow, matchRows } from './match.ts';
import { maxRows, readPasted } from './paste.ts';
import { pasted } from './pasted.ts';
import { refKey } from './target.ts';

/** What was pasted, row by row: whom each means, before a plan is made of it. Free. */
export const PastePage = () => {
  const make = useMakeList();
  const graph = useGraph();
  const vocabulary = useVocabulary();
  const text = pasted.value;
  const read = useMemo(() => readPasted(text), [text]);
  const [matched, setMatched] = useState<readonly MatchedRow[]>();
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map());
  const [name, setName] = useState('');

  useEffect(() => {
    setMatched(undefined);
    setChosen(new Map());
    if (read.rows.length === 0) return undefined;
    let isCurrent = true;
    matchRows(read.rows, graph).then((rows) => {
      if (isCurrent) setMatched(rows);
    });
    return () => {
      isCurrent = false;
    };
  }, [graph, read]);

  const candidateOf = (row: MatchedRow, at: number): Candidate | undefined => {
    const pick = chosen.get(at) ?? (row.state === 'unclear' ? -1 : 0);
    return row.candidates[pick];
  };
  const candidates = (matched ?? []).flatMap((row, at) => candidateOf(row, at) ?? []);
  const unique = [...new Map(candidates.map((candidate) => [refKey(candidate.ref), candidate])).values()];
  const targets = unique.map(({ ref }) => ({ ref, status: 'todo' }) as const);

  // The plan is free: it is there by the time that somebody asks for it.
  useEffect(() => {
    if (targets.length > 0) void graph.run(Plan, planOf(newList('', targets)));
  }, [graph, matched, chosen]);
  const plan = () => {
    vocabulary.addProfiles(
      unique.flatMap(({ ref, name: fullName }) =>
        ref.kind === 'person' ? [{ id: ref.id, fullName, currentTitle: null, currentCompanyName: null }] : [],
      ),
    );
    void make(name.trim() || say.lists.named(targets.length), targets);
  };
  if (text.trim() === '') return <PasteForm />;
  const counts = Object.groupBy(matched ?? [], ({ state }) => state);
  return (
    <>
      <PageHead
        title={say.paste.title}
        count={
          matched
            ? say.paste.summary(
                read.rows.length,
                counts.person?.length ?? 0,
                counts.company?.length ?? 0,
                counts.unclear?.length ?? 0,
                counts.unknown?.length ?? 0,
              )
            : say.paste.reading(read.rows.length)
        }
        canShare={false}
      >
        <button type="button" class="button bar" onClick={() => (pasted.value = '')}>
          {say.paste.again}
        </button>
      </PageHead>
      {!matched && <Loading lines={Math.min(18, read.rows.length)} />}
      {matched && (
        <>
          <form
            class="plan-form"
            onSubmit={(event) => {
              event.preventDefault();
              plan();
            }}
          >
            <label>
              <span class="visually-hidden">{say.paste.name}</span>
              <input
                value={name}
                placeholder={say.lists.named(unique.length)}
                autocomplete="off"
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            </label>
            <button type="submit" class="button primary" disabled={unique.length === 0}>
              {say.paste.plan} <span class="price-tag">{say.free}</span>
            </button>
            <span class="muted">
              {unique.length < candidates.length && say.paste.twice(candidates.length - unique.length)}
            </span>
          </form>
          {read.columns.length > 0 && (
            <p class="muted">
              {say.paste.columns(
                read.columns.map(({ name: column, as }, at) => [
                  column || String(at + 1),
                  as ? say.paste.column[as] : say.paste.skipped,
                ]),
              )}
            </p>
          )}
          {matched.length === maxRows && <p class="muted">{say.paste.first(maxRows)}</p>}
          {matched.length === 0 && <Notice title={say.paste.nothing} heading="h2" />}
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
                    <Meaning
                      row={row}
                      chosen={chosen.get(at)}
                      onChoose={(pick) => setChosen(new Map(chosen).set(at, pick))}
                    />
                  </td>
                  <td>
                    <span class={`chip plain ${row.state === 'unclear' || row.state === 'unknown' ? 'warn' : ''}`}>
                      {say.paste.states[row.state]}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
};

const Meaning = ({
  row: { row, state, candidates },
  chosen,
  onChoose,
}: {
  readonly row: MatchedRow;
  readonly chosen: number | undefined;
  readonly onChoose: (at: number) => void;
}) => {
  const [only] = candidates;
  if (state === 'unknown') return <span class="muted">{say.paste.unknown}</span>;
  if (state === 'unclear')
    return (
      <select
        aria-label={say.paste.choose(row.text)}
        value={chosen ?? -1}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
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
      {only?.name} <span class="muted">{only?.detail}</span>
    </span>
  );
};

const PasteForm = () => {
  const [text, setText] = useState('');
  return (
    <>
      <PageHead title={say.paste.begin} canShare={false} />
      <form
        class="paste-form"
        onSubmit={(event) => {
          event.preventDefault();
          pasted.value = text;
        }}
      >
        <label>
          <span>{say.paste.hint}</span>
          <textarea
            rows={12}
            value={text}
            spellcheck={false}
            placeholder={say.paste.placeholder}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
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
              onChange={({ currentTarget }) =>
                currentTarget.files?.[0]?.text().then((content) => (pasted.value = content))
              }
            />
          </label>
        </div>
      </form>
    </>
  );
};
