import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Bell } from '../approvals/bell.tsx';
import { IconButton } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { AskDialog } from '../home/ask-dialog.tsx';
import { Credits } from './credits.tsx';
import { focusOn, keepFocus } from './focus.ts';
import { Help } from './help.tsx';
import { useKeys } from './keys.ts';
import { preload } from './page.tsx';
import { Peek } from './peek.tsx';
import { ScrollPlaces } from './scroll.ts';
import { EndSession, TeamSwitch } from './session-menu.tsx';
import { Toast, undoLast } from './toast.tsx';

const pages: readonly (readonly [address: string, icon: IconName, name: string])[] = [
  ['/', 'home', 'Home'],
  ['/lists', 'lists', 'Lists'],
  ['/people', 'people', 'People'],
  ['/companies', 'companies', 'Companies'],
  ['/moves', 'moves', 'Moves'],
  ['/activity', 'activity', 'Activity'],
  ['/team', 'team', 'Team'],
];

/** The frame of every page: skip link, navigation, team, credits, the page, and the preview panel. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const { path, url } = useLocation();
  const root = useRef<HTMLDivElement>(null);
  const places = useRef<ScrollPlaces | undefined>(undefined);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);

  // Announces a new page like a full load, by focusing its heading. The browser handles the first page.
  useLayoutEffect(() => {
    if (!places.current) {
      places.current = new ScrollPlaces();
      return;
    }
    if (!places.current.arrive()) return;
    setMenuOpen(false);
    focusOn(() => document.querySelector<HTMLElement>('#content h1'), { keepsPlace: true });
  }, [url]);
  useLayoutEffect(() => (root.current ? keepFocus(root.current) : undefined), []);

  const ask = () => {
    const box = document.querySelector<HTMLElement>('#content [data-ask]');
    if (box) box.focus();
    else setAsking(true);
  };
  useKeys({
    '/': ask,
    'mod+k': () => setAsking(true),
    '?': () => setHelpOpen(true),
    s: () => document.querySelector<HTMLElement>('[data-key="s"]')?.click(),
    'mod+z': undoLast,
  });

  return (
    <div class="shell" ref={root}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class={isMenuOpen ? 'side open' : 'side'}>
        <div class="side-top">
          <a class="brand" href="/">
            Kith
          </a>
          <IconButton icon="search" label="Search" isForPhones onClick={() => setAsking(true)} />
          <IconButton
            icon={isMenuOpen ? 'close' : 'menu'}
            label="Menu"
            isExpanded={isMenuOpen}
            isForPhones
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </div>
        <div class="side-body stack loose">
          <TeamSwitch />
          <button type="button" class="nav-item search-button row" onClick={() => setAsking(true)}>
            <Icon name="search" />
            <span>Search</span>
            <kbd>/</kbd>
          </button>
          <nav aria-label="Pages">
            <ul>
              {pages.map(([address, icon, name]) => (
                <li key={address}>
                  <a
                    class="nav-item row"
                    href={address}
                    {...(isWithin(path, address) && { 'aria-current': 'page' as const })}
                    onPointerEnter={preload}
                    onFocus={preload}
                  >
                    <Icon name={icon} />
                    <span>{name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="side-foot stack">
            <Bell />
            <Credits />
            <button type="button" class="nav-item row" onClick={() => setHelpOpen(true)}>
              Help
            </button>
            <EndSession />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Peek />
      <AskDialog isOpen={isAsking} onClose={() => setAsking(false)} />
      <Help isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <Toast />
    </div>
  );
};

const isWithin = (path: string, address: string): boolean =>
  address === '/' ? path === '/' : path === address || path.startsWith(`${address}/`);
