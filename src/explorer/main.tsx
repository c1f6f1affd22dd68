import { render } from 'preact';
import { App } from './app.tsx';
import { Graph } from './graph/graph.ts';
import { takeCode } from './session/session.ts';

const root = document.getElementById('root');
if (root) render(<App graph={new Graph(location.origin)} code={takeCode()} />, root);
