import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Notice } from '../components/notice.tsx';
import { say } from '../sentences.ts';

/** A page with its own script, loaded when it is first shown or by `preload`. */
export type Page<Props> = ComponentType<Props> & { readonly preload: () => void };

/**
 * A page in its own chunk. If the chunk cannot be loaded, offers a retry; if the graph serves another build by now,
 * reloads the document once.
 */
export const page = <Props extends object>(load: () => Promise<ComponentType<Props>>): Page<Props> => {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const read = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        // Otherwise the rejected promise would be reused.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Component = (props: Props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded ? 'loaded' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return undefined;
      let isCurrent = true;
      read().then(
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
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (state !== 'failed') return <Loading />;
    return (
      <Notice {...say.states.chunk} heading="h1" role="alert">
        <button type="button" class="button primary" onClick={() => setState('loading')}>
          {say.states.again}
        </button>
        <button type="button" class="button" onClick={() => location.reload()}>
          {say.states.reload}
        </button>
      </Notice>
    );
  };
  return Object.assign(Component, { preload: () => void read().catch(() => undefined) });
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
