import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Loading, Notice } from '../components/notice.tsx';
import type { furtherPages } from '../further-pages.ts';

type Pages = typeof furtherPages;

let loaded: Pages | undefined;
let loading: Promise<Pages> | undefined;

const load = (): Promise<Pages> => {
  loading ??= import('../further-pages.ts').then(
    ({ furtherPages }) => {
      loaded = furtherPages;
      return furtherPages;
    },
    (error: unknown) => {
      // Otherwise the rejected promise would be reused.
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

/** Loads the chunk of all further pages in advance. */
export const preload = (): void => void load().catch(() => undefined);

/**
 * A page in the chunk of further pages. If that cannot be loaded, offers a retry; if the graph serves another build by
 * now, reloads the document once.
 */
export const page = <Props extends object>(pick: (pages: Pages) => ComponentType<Props>): ComponentType<Props> => {
  const Component = (props: Props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return undefined;
      let isCurrent = true;
      load().then(
        () => isCurrent && setState('loaded'),
        async () => {
          if (await isOtherBuild()) reloadOnce();
          if (isCurrent) setState('failed');
        },
      );
      return () => {
        isCurrent = false;
      };
    }, [state]);
    if (loaded) {
      const Loaded = pick(loaded);
      return <Loaded {...props} />;
    }
    if (state !== 'failed') return <Loading />;
    return (
      <Notice
        title="This page could not be loaded"
        body="The connection may have dropped, or a new version was installed."
        heading="h1"
        role="alert"
      >
        <Button label="Try again" kind="primary" onClick={() => setState('loading')} />
        <Button label="Reload" onClick={() => location.reload()} />
      </Notice>
    );
  };
  return Component;
};

/** Whether the graph's document has another script than this one: a new version was deployed. */
const isOtherBuild = async (): Promise<boolean> => {
  const script = document.querySelector('script[type=module]')?.getAttribute('src');
  try {
    const html = await (await fetch('/', { headers: { accept: 'text/html' } })).text();
    return script !== null && script !== undefined && html.includes('<div id="root"') && !html.includes(script);
  } catch {
    return false;
  }
};

const reloadedKey = 'kith reloaded for';

/** At most once per script, so that a missing file does not cause endless reloads. */
const reloadOnce = (): void => {
  const script = document.querySelector('script[type=module]')?.getAttribute('src') ?? '';
  if (sessionStorage.getItem(reloadedKey) === script) return;
  sessionStorage.setItem(reloadedKey, script);
  location.reload();
};

/** The records, which the preview panel shows, too. */
export const PersonPage = page(({ PersonPage }) => PersonPage);
export const CompanyPage = page(({ CompanyPage }) => CompanyPage);
