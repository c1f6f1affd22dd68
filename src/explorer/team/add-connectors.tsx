import { useState } from 'preact/hooks';
import { pageFrom, slugKey, slugsIn } from '../../reading/page.ts';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { number } from '../format.ts';
import { AddConnectors, FollowConnectors, type FollowConnectorsSubscription } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useStream } from '../live/live.ts';

type Seen = FollowConnectorsSubscription['addedConnectors'];

/** Connectors added during this visit. */
interface Added {
  readonly xnetSlugs: readonly string[];
  readonly notFound: readonly string[];
}

/**
 * The people in a pasted text, identified by page links anywhere or by slugs alone on a line; and the lines without
 * either.
 */
function pagesIn(text: string) {
  const found = new Map<string, string>();
  const unread: string[] = [];
  const add = (slug: string, word: string) => found.set(slugKey(slug), found.get(slugKey(slug)) ?? word);
  for (const line of text.split(/[\r\n]+/)) {
    const words = line.split(/[\s,;"'<>()|]+/).filter((word) => word !== '');
    const links = words.filter((word) => pageFrom(word)?.kind === 'profile');
    // Names have spaces, and not a hyphen in each word.
    const areSlugs = words.every((word) => bareSlug.test(word)) && (words.length === 1 || words.every(hasHyphen));
    const meant = links.length > 0 ? links : areSlugs ? words : [];
    for (const word of meant) for (const slug of slugsIn(word, 'profile').slice(0, 1)) add(slug, word);
    if (words.length > 0 && meant.length === 0) unread.push(line.trim());
  }
  return { pages: [...found.values()], unread };
}

const bareSlug = /^[\p{L}\p{M}\d_%-]+$/u;
const hasHyphen = (word: string): boolean => word.includes('-');

const sayUnread = (lines: readonly string[]): string => {
  const some = lines.slice(0, 3).map((line) => `“${line.slice(0, 60)}”`);
  return `Not a link to a profile: ${some.join(', ')}${lines.length > 3 ? ' …' : ''}.`;
};

/** Maximum number of connectors per request. */
const maxAtOnce = 1000;

/** Adds connectors from a pasted text, and shows which networks have appeared. */
export const AddConnectorsForm = ({ onAppeared }: { readonly onAppeared: () => void }) => {
  const graph = useGraph();
  const [added, setAdded] = useState<Added>();

  const add = async (field: (name: string) => string, form: HTMLFormElement): Promise<string> => {
    const { pages, unread } = pagesIn(field('links'));
    const left = unread.length > 0 ? sayUnread(unread) : '';
    if (pages.length === 0) return left || 'Paste at least one link.';
    if (pages.length > maxAtOnce)
      return `That is ${number(pages.length)} people: add at most ${number(maxAtOnce)} at once.`;
    const { payload, refusal } = await graph.change(AddConnectors, { xnetSlugs: pages });
    if (!payload) return refusal;
    const { notFound, queued } = payload;
    setAdded({ xnetSlugs: pages.filter((page) => !notFound.includes(page)), notFound });
    const box = form.elements.namedItem('links');
    if (box instanceof HTMLTextAreaElement) box.value = unread.join('\n');
    return (
      left ||
      (queued
        ? 'Added. Their networks are being mapped; names appear below as they are there.'
        : 'All of them were connectors already.')
    );
  };
  return (
    <Section title="Add connectors" note="People on your team whose networks you want to use. Free.">
      <Form class="stack start" draft="connectors" button="Add" onSubmit={add}>
        <label>
          <span>Links to their profiles, or the last part of the link, in any form</span>
          <textarea
            name="links"
            rows={4}
            autocomplete="off"
            spellcheck={false}
            placeholder={'https://xnet.example/in/mei-ling-torres\nhiro-tanaka'}
          />
        </label>
      </Form>
      {added && <Progress key={added.xnetSlugs.join()} added={added} onAppeared={onAppeared} />}
    </Section>
  );
};

/** Progress: the networks that have appeared. */
const Progress = ({
  added: { xnetSlugs, notFound },
  onAppeared,
}: {
  readonly added: Added;
  readonly onAppeared: () => void;
}) => {
  const [seen, setSeen] = useState<Seen>();
  const hear = ({ addedConnectors }: FollowConnectorsSubscription) => {
    setSeen(addedConnectors);
    if (addedConnectors && addedConnectors.appeared.length > 0) onAppeared();
  };
  useStream(FollowConnectors, xnetSlugs.length === 0 ? undefined : { xnetSlugs: [...xnetSlugs] }, hear, onAppeared);
  const waiting = seen ? seen.waiting : xnetSlugs;
  return (
    <ul class="stack above" aria-label="Added connectors" aria-live="polite">
      {seen?.appeared.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name ?? 'Connector'}</bdi> <span class="chip plain">Network is here</span>
        </li>
      ))}
      {waiting.map((page) => (
        <li key={page}>
          <bdi>{page}</bdi> <span class="chip plain">{seen?.final ? 'No network so far' : 'Being mapped…'}</span>
        </li>
      ))}
      {notFound.map((page) => (
        <li key={page}>
          <bdi>{page}</bdi> <span class="chip plain">No such profile</span>
        </li>
      ))}
    </ul>
  );
};
