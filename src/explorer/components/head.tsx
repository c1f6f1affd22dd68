import type { ComponentChildren } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { heir } from '../frame/focus.ts';
import { PeekContext } from '../frame/peek-context.ts';
import { tell } from '../frame/toast.tsx';
import { say } from '../sentences.ts';
import { Icon } from './icon.tsx';

interface HeadProps {
  readonly title: string;
  /** How many, or what, in a few words beside the title. */
  readonly count?: ComponentChildren;
  /** Whether the address can be shared: what is shown follows from it. */
  readonly canShare?: boolean;
  /** Tools of the page, at its right. */
  readonly children?: ComponentChildren;
}

/** The one head of a page: title, count, tools. Within the peek panel it is a heading of the second level. */
export const PageHead = ({ title, count, canShare = true, children }: HeadProps) => {
  const isPeek = useContext(PeekContext);
  const Heading = isPeek ? 'h2' : 'h1';
  useEffect(() => {
    if (!isPeek) document.title = `${title} · ${say.product}`;
  }, [title, isPeek]);
  return (
    <header class="page-head">
      <Heading dir="auto" tabIndex={-1} class="page-title">
        {title}
      </Heading>
      {count !== undefined && (
        <p class="count" role="status" {...heir}>
          {count}
        </p>
      )}
      <div class="tools">
        {children}
        {canShare && !isPeek && <ShareButton />}
      </div>
    </header>
  );
};

/** Copies the address of the page, which holds its filters, order, selection and panel. */
const ShareButton = () => (
  <button
    type="button"
    class="button bar quiet-label"
    title={`${say.share.button} (s)`}
    data-key="s"
    onClick={() => copy(location.href, say.share.copied)}
  >
    <Icon name="share" />
    <span>{say.share.button}</span>
  </button>
);

/** Copies a text, and says so. */
export const copy = (text: string, told: string): void => {
  navigator.clipboard.writeText(text).then(
    () => tell(told),
    () => tell(say.share.failed),
  );
};
