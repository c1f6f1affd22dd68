import type { ComponentChildren } from 'preact';
import { type Failure, failureAt, type Outcome, reasonOf } from '../graph/outcome.ts';
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

interface OutcomeNoticeProps<Data> {
  readonly outcome: Outcome<Data>;
  readonly again: () => void;
  /** What of the answer is to be shown. */
  readonly member: keyof Data;
  readonly lines?: number;
}

/** What stands in the place of a member that is on its way, or could not be read; nothing where the answer has it. */
export const OutcomeNotice = <Data,>({ outcome, again, member, lines = 4 }: OutcomeNoticeProps<Data>) => {
  if (outcome.kind === 'loading') return <Loading lines={lines} />;
  const failure = failureAt(outcome, member);
  return failure ? <FailureNotice failure={failure} again={again} /> : null;
};

interface ProblemNoticeProps {
  readonly problem: { readonly code: string; readonly message: string };
  /** What is said where there is no such record. */
  readonly missing: { readonly title: string; readonly body: string };
  readonly again: () => void;
}

/** Why there is no record: there is none, or it could not be read. */
export const ProblemNotice = ({ problem: { code, message }, missing, again }: ProblemNoticeProps) =>
  code === 'NOT_FOUND' ? (
    <Notice {...missing} detail={message} heading="h2" />
  ) : (
    <FailureNotice failure={{ reason: reasonOf(code), message }} again={again} />
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
