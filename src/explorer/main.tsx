import { render } from 'preact';
import { App } from './app.tsx';
import { Graph } from './graph/graph.ts';
import { hasCode, Session, takeCode } from './session/session.ts';

// Loaded anew, so that nothing of an earlier session is left in memory.
const reload = () => location.reload();

// An address with a code or an invitation may come to a page that is open already.
addEventListener('hashchange', () => {
  if (hasCode()) reload();
});
const root = document.getElementById('root');
if (root) {
  // The frame that came with the document was there until the page itself is.
  root.replaceChildren();
  render(<App graph={new Graph(location.origin)} session={new Session(reload)} code={takeCode()} />, root);
}
