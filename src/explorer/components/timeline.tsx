import type { ComponentChildren } from 'preact';
import { isText } from '../format.ts';
import { Muted } from './text.tsx';

/** An entry of a timeline, with what is known of it. */
export interface TimelineEntry {
  readonly when: string | null;
  readonly what: string | null | undefined;
  readonly where?: ComponentChildren;
  readonly note?: string | undefined;
  readonly isCurrent?: boolean | null;
}

/** What happened, the latest first: jobs, studies, funding rounds. */
export const Timeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => (
  <ol class="timeline">
    {entries.map(({ when, what, where, note, isCurrent }, at) => (
      <li key={`${at} ${what}`} class={isCurrent ? 'stack current' : 'stack'}>
        {isText(when) && <span class="small muted">{when}</span>}
        <strong dir="auto">{what}</strong>
        {where && <span dir="auto">{where}</span>}
        {isText(note) && <Muted>{note}</Muted>}
      </li>
    ))}
  </ol>
);
