import { render } from 'preact';
import { App } from './app.tsx';
import { Graph } from './graph/graph.ts';
import { hasCode, Session, takeCode } from './session/session.ts';

// Reloads, so that nothing of an earlier session remains in memory.
const reload = () => location.reload();

// An address with a code or an invitation may be opened in an existing page.
addEventListener('hashchange', () => {
  if (hasCode()) reload();
});
const root = document.getElementById('root');
if (root) {
  // The document's static frame is shown until the page is rendered.
  root.replaceChildren();
  render(<App graph={new Graph(location.origin)} session={new Session(reload)} code={takeCode()} />, root);
}
