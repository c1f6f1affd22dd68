import type { ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { heir } from '../frame/focus.ts';
import { tell } from '../frame/toast.tsx';
import { say } from '../sentences.ts';
import { Button, LinkButton } from './button.tsx';
import { Loading, Notice } from './notice.tsx';
import { PeekContext } from './section.tsx';

interface HeadProps {
  readonly title: string;
  /** A count or short note next to the title. */
  readonly count?: ComponentChildren;
  /** Whether the address reproduces the view, and so can be shared. */
  readonly canShare?: boolean;
  /** Tools of the page, on the right. */
  readonly children?: ComponentChildren;
}

/** The head of a page: title, count, tools. In the preview panel it is a second-level heading. */
export const PageHead = ({ title, count, canShare = true, children }: HeadProps) => {
  const isPeek = useContext(PeekContext);
  const Heading = isPeek ? 'h2' : 'h1';
  useEffect(() => {
    if (!isPeek) document.title = `${title} · Kith`;
  }, [title, isPeek]);
  return (
    <header class="page-head row loose">
      <Heading dir="auto" tabIndex={-1} class="page-title cut">
        {title}
      </Heading>
      {count !== undefined && (
        <p class="count muted cut" role="status" {...heir}>
          {count}
        </p>
      )}
      <div class="tools row">
        {children}
        {canShare && !isPeek && (
          <Button
            kind="bar"
            label="Share"
            icon="share"
            isQuiet
            shortcut="s"
            onClick={() => copy(location.href, 'Address copied. It opens this view.')}
          />
        )}
      </div>
    </header>
  );
};

/** A page whose parts are shown together, so that no part moves another when it is read. */
export const LoadingPage = ({ title }: { readonly title: string }) => (
  <>
    <PageHead title={title} />
    <Loading lines={12} />
  </>
);

interface MissingPageProps {
  readonly title: string;
  readonly missing: string;
  readonly body?: string | undefined;
  /** Where to go on. */
  readonly href: string;
  readonly label: string;
}

/** A page of something that is not there. */
export const MissingPage = ({ title, missing, body = say.failures.missing.body, href, label }: MissingPageProps) => (
  <>
    <PageHead title={title} canShare={false} />
    <Notice title={missing} body={body} heading="h2">
      <LinkButton href={href} label={label} kind="primary" />
    </Notice>
  </>
);

/** Copies a text and confirms it. */
export const copy = (text: string, told: string): void => {
  navigator.clipboard.writeText(text).then(
    () => tell(told),
    () => tell('The browser did not allow copying.'),
  );
};
