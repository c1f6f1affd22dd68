import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from '../sentences.ts';

interface PageTitleProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A page's heading, which is the document's title, too. */
export const PageTitle = ({ title, lead, children }: PageTitleProps) => {
  useEffect(() => {
    document.title = `${title} · ${say.product}`;
  }, [title]);
  return (
    <header class="page-title">
      {children}
      <h1 dir="auto">{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </header>
  );
};
