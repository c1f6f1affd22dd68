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
  readonly title: string;
  /** Title of the notice that there is no such record. */
  readonly missing: string;
  /** Title of the notice that there is none that is free. */
  readonly missingFree: string;
}

/** Resolves a slug to an id, free, and redirects to the address with the id. What is not free is offered for its price. */
export const BySlug = <Result, Variables extends object>(props: BySlugProps<Result, Variables>) => {
  const { document, variables, member, found, addressOf, title, missing, missingFree } = props;
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
      <PageHead title={title} />
      {typeof result === 'object' && <ProblemNotice problem={result} missing={missing} again={read.again} />}
      {isPriced && !further.isBought ? (
        <Notice
          title={missingFree}
          body="The data service can be asked for it. If it has no record either, nothing is charged."
          heading="h2"
        >
          <PriceButton label="Ask the data service" paid={further} />
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
  readonly title: string;
  /** What the record contains. */
  readonly contents: string;
  readonly buy: string;
  readonly missing: string;
  /** The record, once it is bought. */
  readonly children: ComponentChildren;
}

/** The section of a whole record: the button with its price, or the record once it is loaded. */
export const RecordSection = <Result,>(props: RecordProps<Result>) => {
  const { record, member, problem, title, contents, buy, missing, children } = props;
  const isShown = Boolean(children);
  const [wasShown, setShown] = useState(isShown);
  useEffect(() => {
    // Moves the focus to the start of the bought record.
    if (isShown && !wasShown) focusOn(() => document.querySelector<HTMLElement>('#record'));
    setShown(isShown);
  }, [isShown]);
  return (
    <Section title={title}>
      {!record.isBought && (
        <div class="card row wrap loose above">
          <p class="muted">{contents}</p>
          <PriceButton label={buy} paid={record} />
        </div>
      )}
      {record.isBought && !record.data?.[member] && <ReadNotice read={record} member={member} lines={6} />}
      {problem && <ProblemNotice problem={problem} missing={missing} again={record.again} />}
      {children}
    </Section>
  );
};
