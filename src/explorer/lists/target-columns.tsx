import type { FileColumn } from '../components/csv.ts';
import type { ListColumn } from '../components/list.tsx';
import { Muted, TextLink } from '../components/text.tsx';
import { readable } from '../graph/outcome.ts';
import { percentColumn } from '../people/person-cell.tsx';
import { say } from '../sentences.ts';
import { NoteField, type Saved } from './note-field.tsx';
import type { PlannedTarget } from './planned-targets.ts';
import { refKey, type Status, statuses, type Target } from './target.ts';

/** Edit operations of a list; members are undefined if the user may not edit. */
export interface Editing {
  readonly setStatus: ((target: Target, status: Status) => void) | undefined;
  readonly setTitle: ((target: Target, title: string) => void) | undefined;
  readonly saveNote: ((target: Target, note: string, force: boolean) => Promise<Saved>) | undefined;
}

/** Columns of a list: target, connector to ask and reason, and status. Two lines per row, more for a company. */
export const targetColumns = ({ setStatus, setTitle, saveNote }: Editing): readonly ListColumn<PlannedTarget>[] => [
  {
    key: 'target',
    name: 'Target',
    width: 'minmax(12rem, 1.2fr)',
    text: ({ name }) => name,
    cell: ({ name, address, detail, isFirm, target }) => (
      <span class="two-lines">
        <TextLink href={address}>{name}</TextLink>
        <Muted>{detail}</Muted>
        {isFirm && setTitle && (
          <input
            class="note-input wish"
            aria-label={`Title wanted at ${name}`}
            placeholder="Any title…"
            defaultValue={target.title ?? ''}
            maxLength={300}
            dir="auto"
            onChange={({ currentTarget }) => setTitle(target, currentTarget.value.trim())}
          />
        )}
      </span>
    ),
  },
  {
    key: 'ask',
    name: 'Whom to ask, and why',
    width: 'minmax(15rem, 1.6fr)',
    text: ({ asks }) => asks[0]?.way.connector?.name ?? '',
    cell: ({ asks, unreached, isFirm }) =>
      asks.length === 0 ? (
        <span class="muted">{unreached && say.unreached[unreached]}</span>
      ) : (
        <ul class="stack">
          {asks.map(({ place, name, detail, address, way }) => (
            <li key={place} class="two-lines">
              <span>
                <bdi>{way.connector?.name}</bdi>
                {isFirm && (
                  <>
                    {' '}
                    <span class="muted">for</span>{' '}
                    <TextLink href={address} title={detail}>
                      {name}
                    </TextLink>
                  </>
                )}
              </span>
              <Muted>
                {isFirm && way.target?.currentTitle ? `${way.target.currentTitle} · ` : ''}
                {way.why}
              </Muted>
            </li>
          ))}
        </ul>
      ),
  },
  percentColumn(({ asks }) => asks[0]?.way.confidence),
  {
    key: 'status',
    name: 'Status',
    width: '7.25rem',
    text: ({ target }) => say.status[target.status],
    order: ({ target }) => statuses.indexOf(target.status),
    cell: ({ target, name }) => (
      <select
        class={`status ${target.status}`}
        aria-label={`Status of ${name}`}
        value={target.status}
        disabled={!setStatus}
        onChange={({ currentTarget }) => {
          const status = statuses.find((one) => one === currentTarget.value);
          if (status) setStatus?.(target, status);
        }}
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {say.status[status]}
          </option>
        ))}
      </select>
    ),
  },
  {
    key: 'note',
    name: 'Note',
    width: 'minmax(8rem, 0.8fr)',
    text: ({ target }) => target.note,
    cell: ({ target, name }) => (
      <NoteField
        id={target.id}
        label={`Note on ${name}`}
        value={target.note}
        save={saveNote && ((text, force) => saveNote(target, text, force))}
      />
    ),
  },
];

/** Columns of a list's file. A company's introductions are separated by semicolons. */
export const targetFile: readonly FileColumn<PlannedTarget>[] = [
  { name: 'id', text: ({ target }) => refKey(target.ref) },
  { name: 'given', text: ({ target }) => target.label ?? '' },
  { name: 'target', text: ({ name }) => name },
  { name: 'person', text: ({ asks }) => asks.map(({ name }) => name).join('; ') },
  { name: 'title', text: ({ asks }) => asks.map(({ way }) => way.target?.currentTitle ?? '').join('; ') },
  { name: 'company', text: ({ asks }) => asks[0]?.way.target?.currentCompanyName ?? '' },
  { name: 'best_connector', text: ({ asks }) => asks.map(({ way }) => way.connector?.name ?? '').join('; ') },
  { name: 'confidence', text: ({ asks }) => asks.map(({ way }) => way.confidence.toFixed(2)).join('; ') },
  { name: 'why', text: ({ asks, message }) => asks.map(({ way }) => way.why).join('; ') || readable(message) },
  { name: 'status', text: ({ target }) => say.status[target.status] },
  { name: 'note', text: ({ target }) => target.note },
];
