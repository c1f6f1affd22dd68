import type { ComponentChildren } from 'preact';

interface SectionProps {
  /** Told once on a page. */
  readonly title: string;
  /** Stands beside the title, such as "show the query". */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page under its own heading. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section class="section" aria-label={title}>
    <div class="section-head">
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);
