import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { useAddress } from '../frame/address.ts';
import { focusOn } from '../frame/focus.ts';
import { reasonOf } from '../graph/outcome.ts';
import { type Paid, usePaid } from '../graph/use-paid.ts';
import { useQuery } from '../graph/use-query.ts';
import { PageHead } from './head.tsx';
import { Notice, ProblemNotice, ReadNotice } from './notice.tsx';
import { PriceButton } from './price-button.tsx';
import { Section } from './section.tsx';

/** Sentences of the pages of a kind of record. */
interface Sentences {
  readonly title: string;
  readonly missing: { readonly title: string; readonly body: string };
  readonly further: { readonly title: string; readonly body: string; readonly button: string };
  readonly record: string;
  readonly recordHolds: string;
  readonly buy: string;
}

interface Problem {
  readonly __typename: string;
  readonly code: string;
  readonly message: string;
}

interface BySlugProps<Result, Variables extends object> {
  readonly document: Document<Result, Variables, 'query'>;
  readonly variables: Variables;
  readonly member: keyof Result;
  /** The id, or the problem, in an answer. */
  readonly found: (data: Result) => string | Problem | undefined;
  readonly addressOf: (id: string) => string;
  readonly title?: string | undefined;
  readonly say: Sentences;
}

/** Resolves a slug to an id, free, and redirects to the address with the id. What is not free is offered for its price. */
export const BySlug = <Result, Variables extends object>(props: BySlugProps<Result, Variables>) => {
  const { document, variables, member, found, addressOf, title, say } = props;
  const { go } = useAddress();
  const free = useQuery(document, variables);
  const further = usePaid(document, variables);
  const atFirst = free.data && found(free.data);
  const refusal = typeof atFirst === 'object' ? reasonOf(atFirst.code) : free.failureOf(member)?.reason;
  const isPriced = refusal === 'priced';
  const read = isPriced ? further : free;
  const result = read.data && found(read.data);
  useEffect(() => {
    if (typeof result === 'string') go(addressOf(result), true);
  }, [result]);
  return (
    <>
      <PageHead title={title ?? say.title} />
      {typeof result === 'object' && <ProblemNotice problem={result} missing={say.missing} again={read.again} />}
      {isPriced && !further.isBought ? (
        <Notice title={say.further.title} body={say.further.body} heading="h2">
          <PriceButton label={say.further.button} paid={further} />
        </Notice>
      ) : (
        <ReadNotice read={read} member={member} />
      )}
    </>
  );
};

interface RecordProps<Result> {
  readonly record: Paid<Result>;
  readonly member: keyof Result;
  readonly problem: Problem | undefined;
  readonly say: Sentences;
  /** The record, once it is bought. */
  readonly children: ComponentChildren;
}

/** The section of a whole record: the button with its price, or the record once it is loaded. */
export const RecordSection = <Result,>({ record, member, problem, say, children }: RecordProps<Result>) => {
  const isShown = Boolean(children);
  const [wasShown, setShown] = useState(isShown);
  useEffect(() => {
    // Moves the focus to the start of the bought record.
    if (isShown && !wasShown) focusOn(() => document.querySelector<HTMLElement>('#record'));
    setShown(isShown);
  }, [isShown]);
  return (
    <Section title={say.record}>
      {!record.isBought && (
        <div class="card buy row wrap above">
          <p class="muted">{say.recordHolds}</p>
          <PriceButton label={say.buy} paid={record} />
        </div>
      )}
      {record.isBought && !record.data?.[member] && <ReadNotice read={record} member={member} lines={6} />}
      {problem && <ProblemNotice problem={problem} missing={say.missing} again={record.again} />}
      {children}
    </Section>
  );
};
