import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** A short note next to the title. */
  readonly note?: ComponentChildren;
  /** Tools on the right of the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with its own heading. */
export const Section = ({ title, note, tools, children }: SectionProps) => {
  const Heading = useContext(PeekContext) ? 'h3' : 'h2';
  return (
    <section class="section" aria-label={title}>
      <div class="section-head row loose">
        <Heading tabIndex={-1}>{title}</Heading>
        {note && <p class="muted small">{note}</p>}
        {tools && <div class="tools row">{tools}</div>}
      </div>
      {children}
    </section>
  );
};

/** Whether a page is rendered in the preview panel, next to a list. */
export const PeekContext = createContext(false);
