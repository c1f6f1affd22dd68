import { useLocation } from 'preact-iso/router';
import { say } from '../sentences.ts';

interface PagerProps {
  /** The cursor behind this page; undefined on the last. */
  readonly next: string | undefined;
}

/** The place of a page, as the address has it. Pages go forward only; the browser's own button goes back. */
export const placeIn = ({ after, page }: Readonly<Record<string, string>>) => ({
  after: after === undefined || after === '' ? null : after,
  page: Math.max(1, Number.parseInt(page ?? '1', 10) || 1),
});

/** Links to the next page and the first. */
export const Pager = ({ next }: PagerProps) => {
  const { path, query } = useLocation();
  const { page } = placeIn(query);
  const { after: _after, page: _page, ...others } = query;
  const first = new URLSearchParams(others);
  const following = new URLSearchParams({ ...others, after: next ?? '', page: String(page + 1) });
  if (page === 1 && next === undefined) return null;
  return (
    <nav class="pager" aria-label={say.table.page(page)}>
      <span class="muted">{say.table.page(page)}</span>
      {page > 1 && <a href={`${path}?${first}`}>{say.table.first}</a>}
      {next !== undefined && <a href={`${path}?${following}`}>{say.table.next}</a>}
    </nav>
  );
};
