import type { ComponentChildren } from 'preact';
import type { Failure } from '../graph/outcome.ts';
import { say } from '../sentences.ts';

interface NoticeProps {
  readonly title: string;
  readonly body?: string | undefined;
  /** What the graph itself said. */
  readonly detail?: string | undefined;
  readonly heading?: 'h1' | 'h2' | 'h3';
  /** `alert` where something failed. */
  readonly role?: 'alert' | 'status' | undefined;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing to show: what happened, and what to do. */
export const Notice = ({ title, body, detail, heading: Heading = 'h3', role, children }: NoticeProps) => (
  <div class="notice" {...(role && { role })}>
    <Heading>{title}</Heading>
    {body && <p>{body}</p>}
    {detail && <p class="notice-detail">{detail}</p>}
    {children && <div class="notice-actions">{children}</div>}
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
  <Notice {...say.states[reason]} detail={message} heading="h2" role="alert">
    {again && (
      <button type="button" class="button" onClick={again}>
        {say.states.again}
      </button>
    )}
  </Notice>
);

/** Something is on its way: lines in the place of text, and a sentence for those who don't see them. */
export const Loading = ({ lines = 4 }: { readonly lines?: number }) => (
  <div class="loading" role="status">
    <span class="visually-hidden">{say.states.loading}</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} class="loading-line" />
    ))}
  </div>
);

interface MissingProps {
  readonly title?: string;
  readonly messages: readonly string[];
}

/** What of an answer could not be read. */
export const Missing = ({ title = say.states.partial, messages }: MissingProps) =>
  messages.length === 0 ? null : (
    <div class="missing" role="status">
      <p>{title}</p>
      <ul>
        {[...new Set(messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
