import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureFrom } from '../graph/outcome.ts';
import type { Read } from '../graph/use-query.ts';
import { say } from '../sentences.ts';
import { AgainButton } from './button.tsx';

interface NoticeProps {
  readonly title: string;
  readonly body?: string | undefined;
  /** The graph's own sentence. */
  readonly detail?: string | undefined;
  readonly heading?: 'h1' | 'h2' | 'h3';
  /** `alert` for failures. */
  readonly role?: 'alert' | 'status' | undefined;
  /** The next step: one button or link. */
  readonly children?: ComponentChildren;
}

/** Shown instead of an empty view: what happened, and the next step. */
export const Notice = ({ title, body, detail, heading: Heading = 'h3', role, children }: NoticeProps) => (
  <div class="notice stack" {...(role && { role })}>
    <Heading>{title}</Heading>
    {body && <p>{body}</p>}
    {detail && <p class="muted">{detail}</p>}
    {children && <div class="actions row wrap">{children}</div>}
  </div>
);

/** Why there is no data. */
export const FailureNotice = ({
  failure: { reason, message },
  again,
}: {
  readonly failure: Failure;
  readonly again?: (() => void) | undefined;
}) => (
  <Notice {...say.failures[reason]} detail={message} heading="h2" role="alert">
    {again && <AgainButton again={again} />}
  </Notice>
);

/** Delay before the placeholder is shown, in milliseconds. */
const patienceMs = 150;

/** Grey placeholder rows while loading, and a sentence for screen readers. */
export const Loading = ({ lines = 8 }: { readonly lines?: number }) => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={isSlow ? 'loading' : 'loading early'} role="status">
      <span class="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="loading-row" />
      ))}
    </div>
  );
};

interface ReadNoticeProps<Data> {
  readonly read: Read<Data>;
  /** The member of the answer to show. */
  readonly member: keyof Data;
  readonly lines?: number;
}

/** Shown while a member is loading or if it could not be read; nothing if it is present. */
export const ReadNotice = <Data,>({ read, member, lines = 4 }: ReadNoticeProps<Data>) => {
  if (read.isLoading) return <Loading lines={lines} />;
  const failure = read.failureOf(member);
  return failure ? <FailureNotice failure={failure} again={read.again} /> : null;
};

interface ProblemNoticeProps {
  readonly problem: { readonly code: string; readonly message: string };
  /** Shown if there is no such record. */
  readonly missing: string;
  readonly again: () => void;
}

/** The reason why there is no record: it does not exist, or could not be read. */
export const ProblemNotice = ({ problem: { code, message }, missing, again }: ProblemNoticeProps) =>
  code === 'NOT_FOUND' ? (
    <Notice {...say.failures.missing} title={missing} heading="h2" />
  ) : (
    <FailureNotice failure={failureFrom(code, message)} again={again} />
  );

interface MissingProps {
  readonly title?: string;
  readonly messages: readonly string[];
}

/** Parts of an answer that could not be read; shown above the part they explain. */
export const Missing = ({ title = 'Some data is missing.', messages }: MissingProps) =>
  messages.length === 0 ? null : (
    <div class="missing small" role="status">
      <p>
        <strong>{title}</strong> {[...new Set(messages)].join(' ')}
      </p>
    </div>
  );
