import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** Stands beside the title, such as "show the query". */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page under its own heading. */
export const Section = ({ title, aside, children }: SectionProps) => {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
};
