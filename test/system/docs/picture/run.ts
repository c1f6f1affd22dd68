/** Draws docs/intro-paths.svg, and takes the pictures of the explorer, from a graph that serves the sample: `npm run pictures [URL]`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { drawIntroPaths, question } from './draw.ts';
import { photograph } from './explorer.ts';

const [, , graph = 'http://localhost:4000'] = argv;
// First: the question below pays for a record, whose price is in a picture.
await photograph(graph);
const response = await fetch(`${graph}/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': 'kith_demo_team' },
  body: JSON.stringify({ query: question }),
});
const { data } = await response.json();
await writeFile(join(import.meta.dirname, '../../../../docs/intro-paths.svg'), drawIntroPaths(data.introPaths.nodes));
