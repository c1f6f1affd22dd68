import { useState } from 'preact/hooks';
import { pageFrom, slugKey, slugsIn } from '../../reading/page.ts';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { AddConnectors, FollowConnectors, type FollowConnectorsSubscription } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';
import { useStream } from '../live/live.ts';
import { sayTeam } from './sentences.ts';

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

/** Maximum number of connectors per request. */
const maxAtOnce = 1000;

/** Adds connectors from a pasted text, and shows which networks have appeared. */
export const AddConnectorsForm = ({ onAppeared }: { readonly onAppeared: () => void }) => {
  const graph = useGraph();
  const [added, setAdded] = useState<Added>();

  const add = async (field: (name: string) => string, form: HTMLFormElement): Promise<string> => {
    const { pages, unread } = pagesIn(field('links'));
    const left = unread.length > 0 ? sayTeam.add.unread(unread) : '';
    if (pages.length === 0) return left || sayTeam.add.empty;
    if (pages.length > maxAtOnce) return sayTeam.add.tooMany(pages.length, maxAtOnce);
    const { payload, refusal } = await graph.change(AddConnectors, { xnetSlugs: pages }, sayTeam.add.failed);
    if (!payload) return refusal ?? sayTeam.add.failed;
    const { notFound, queued } = payload;
    setAdded({ xnetSlugs: pages.filter((page) => !notFound.includes(page)), notFound });
    const box = form.elements.namedItem('links');
    if (box instanceof HTMLTextAreaElement) box.value = unread.join('\n');
    return left || (queued ? sayTeam.add.queued : sayTeam.add.known);
  };
  return (
    <Section title={sayTeam.add.title} note={sayTeam.add.note}>
      <Form class="tall-form" draft="connectors" button={sayTeam.add.button} onSubmit={add}>
        <label>
          <span>{sayTeam.add.label}</span>
          <textarea name="links" rows={4} autocomplete="off" spellcheck={false} placeholder={sayTeam.add.example} />
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
    <ul class="team-progress stack above" aria-label={sayTeam.add.progress} aria-live="polite">
      {seen?.appeared.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name ?? sayTeam.add.unnamed}</bdi> <span class="chip plain">{sayTeam.add.mapped}</span>
        </li>
      ))}
      {waiting.map((page) => (
        <li key={page}>
          <bdi>{page}</bdi> <span class="chip plain">{seen?.final ? sayTeam.add.nobody : sayTeam.add.mapping}</span>
        </li>
      ))}
      {notFound.map((page) => (
        <li key={page}>
          <bdi>{page}</bdi> <span class="chip plain">{sayTeam.add.notFound}</span>
        </li>
      ))}
    </ul>
  );
};
