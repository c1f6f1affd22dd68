import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { PeekContext } from '../components/section.tsx';
import { CompanyPage, PersonPage } from '../pages.ts';
import { useAddress } from './address.ts';
import { focusOn } from './focus.ts';
import { useKeys } from './keys.ts';

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
      <div class="peek-bar row">
        <a class="button bar" href={address}>
          <Icon name="open" />
          <span>Open</span>
        </a>
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
      <PeekContext.Provider value={true}>
        <Record key={id} id={id} />
      </PeekContext.Provider>
    </aside>
  );
};
