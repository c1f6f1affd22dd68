import { useEffect, useRef } from 'preact/hooks';
import { IconButton, LinkButton } from '../components/button.tsx';
import { PeekContext } from '../components/section.tsx';
import { useAddress } from './address.ts';
import { focusOn } from './focus.ts';
import { useKeys } from './keys.ts';
import { CompanyPage, PersonPage } from './page.tsx';

/**
 * The preview panel: a person or company next to a list, as in the address (`?peek=people/ID`). On phones it covers the
 * list.
 */
export const Peek = () => {
  const { query, changed, go } = useAddress();
  const opener = useRef<Element | null>(null);
  const [, kind, id] = /^(people|companies)\/(.+)$/.exec(query.peek ?? '') ?? [];
  const close = () => {
    go(changed({ peek: undefined }), true);
    const link = opener.current;
    focusOn(() =>
      link instanceof HTMLElement && link.isConnected ? link : document.querySelector<HTMLElement>('#content h1'),
    );
  };
  useEffect(() => {
    if (id) opener.current = document.activeElement;
  }, [id === undefined]);
  useKeys({
    ...(id && { Escape: close, Enter: undefined }),
  });
  if (!kind || !id) return null;
  const address = `/${kind}/${encodeURIComponent(id)}`;
  const Record = kind === 'people' ? PersonPage : CompanyPage;
  return (
    <aside class="peek" aria-label="Preview">
      <div class="peek-bar row between">
        <LinkButton kind="bar" icon="open" href={address} label="Open" />
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
      <PeekContext.Provider value={true}>
        <Record key={id} id={id} />
      </PeekContext.Provider>
    </aside>
  );
};
