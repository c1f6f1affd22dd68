import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { PeekContext } from '../frame/peek-context.ts';
import { type Query, QueryLink } from './head.tsx';

interface SectionProps {
  readonly title: string;
  /** In a few words beside the title. */
  readonly note?: ComponentChildren;
  readonly query?: Query | undefined;
  /** Tools at the right of the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page under its own heading. */
export const Section = ({ title, note, query, tools, children }: SectionProps) => {
  const Heading = useContext(PeekContext) ? 'h3' : 'h2';
  return (
    <section class="section" aria-label={title}>
      <div class="section-head">
        <Heading tabIndex={-1}>{title}</Heading>
        {note && <p class="muted">{note}</p>}
        <div class="tools">
          {tools}
          {query && <QueryLink query={query} />}
        </div>
      </div>
      {children}
    </section>
  );
};
