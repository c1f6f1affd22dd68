import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { say } from '../sentences.ts';
import { EndSession } from '../session/end-session.tsx';
import { CreditMeter } from './credit-meter.tsx';

const pages = [
  ['/', say.nav.home],
  ['/people', say.nav.network],
  ['/people/everyone', say.nav.everyone],
  ['/companies', say.nav.companies],
  ['/map', say.nav.map],
  ['/tasks', say.nav.tasks],
  ['/spend', say.nav.spend],
] as const;

/** The frame of every page: skip link, pages, credits, and the page itself. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const arrived = useRef(path);

  // A new page is announced as a full load would be: the focus goes to its top, before anybody can begin to type there. The first
  // one is left to the browser.
  useLayoutEffect(() => {
    if (arrived.current === path) return;
    arrived.current = path;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div class="shell">
      <a class="skip" href="#content">
        {say.skip}
      </a>
      <header class="side">
        <a class="brand" href="/">
          {say.product}
        </a>
        <nav aria-label={say.nav.label}>
          <ul>
            {pages.map(([href, name]) => (
              <li key={href}>
                <a href={href} {...(path === href && { 'aria-current': 'page' as const })}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <CreditMeter />
          <a class="quiet" href="/graphql" target="_blank" rel="noreferrer">
            {say.nav.graphiql}
          </a>
          <EndSession class="quiet" label={say.nav.endSession} />
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
