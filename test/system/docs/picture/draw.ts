interface Person {
  readonly fullName: string;
  readonly currentTitle: string;
}

/** One way to a person, as `introPaths` answers it. */
export interface DrawnPath {
  readonly target: Person;
  readonly connector: { readonly name: string; readonly profile: { readonly currentTitle: string } };
  readonly why: string;
  readonly steps: readonly {
    readonly why: string;
    readonly profile: Person;
    readonly connection: { readonly normalizedStrength: number } | null;
  }[];
}

/** The question behind the picture; a credit for the target's record. */
export const question = `{
  introPaths(to: { profile: { xnetSlug: "mei-ling-torres" } }, hops: 2, first: 5) {
    nodes {
      target { fullName currentTitle }
      connector { name profile { currentTitle } }
      why
      steps { why profile { fullName currentTitle } connection { normalizedStrength } }
    }
  }
}`;

const width = 930;
const rowHeight = 84;
const box = { width: 190, height: 52 };
const columns = { team: 20, connector: 170, bridge: 445, target: width - box.width - 20 };

/** The paths to one person as an SVG image: the team, its connectors with their evidence, the person. */
export const drawIntroPaths = (paths: readonly DrawnPath[]): string => {
  const [first] = paths;
  if (first === undefined) throw new Error('the picture needs at least one path, but got none');
  const height = paths.length * rowHeight + 20;
  const middle = height / 2;
  const rows = paths.map((path, index) => drawRow(path, index * rowHeight + rowHeight / 2 + 10, middle));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13">
<title>${escaped(`Who can introduce us to ${first.target.fullName}: ${paths.map(({ connector, why }) => `${connector.name} (${why})`).join(' ')}`)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
${rows.map(({ edges }) => edges).join('\n')}
<circle cx="${columns.team + 42}" cy="${middle}" r="42" fill="#334155"/>
<text x="${columns.team + 42}" y="${middle + 5}" text-anchor="middle" fill="#ffffff">your team</text>
${rows.map(({ boxes }) => boxes).join('\n')}
${drawBox(columns.target, middle, first.target.fullName, first.target.currentTitle, '#0f766e', '#ffffff')}
</svg>
`;
};

const drawRow = ({ connector, why, steps }: DrawnPath, y: number, middle: number) => {
  const [first, second] = steps;
  if (first && second) return drawTwoSteps(connector, first, second, y, middle);
  const start = columns.connector + box.width;
  const bend = columns.target - 46;
  // A full stop ends the sentence; "since" and years tell whether they still work together.
  const evidence = why.replace(/\.$/, '').split('; ');
  const lines = evidence.map(
    (line, index) =>
      `<text x="${start + 10}" y="${y - 6 - (evidence.length - 1 - index) * 15}" fill="#475569" font-size="11">${escaped(line)}</text>`,
  );
  return {
    edges: [
      `<path d="M${columns.team + 84} ${middle} C${columns.connector - 20} ${middle} ${columns.connector - 40} ${y} ${columns.connector} ${y}" fill="none" stroke="#94a3b8" stroke-width="1.5"/>`,
      `<path d="M${start} ${y} H${bend} C${bend + 24} ${y} ${bend + 20} ${middle} ${columns.target} ${middle}" fill="none" stroke="#0f766e" stroke-width="${first?.connection?.normalizedStrength === 3 ? 2.5 : 1.5}"/>`,
      ...lines,
    ].join('\n'),
    boxes: drawBox(columns.connector, y, connector.name, connector.profile.currentTitle, '#e2e8f0', '#0f172a'),
  };
};

/** A connector, who leads to somebody who may know the person: that tie is dashed. */
function drawTwoSteps(
  connector: DrawnPath['connector'],
  first: DrawnPath['steps'][number],
  second: DrawnPath['steps'][number],
  y: number,
  middle: number,
) {
  const [start, end] = [columns.connector + box.width, columns.bridge + box.width];
  const doubtful = second.why.replace(/^.* was at /, 'At ').replace(/, but they may not have met\.$/, '');
  const words = (x: number, at: number, text: string) =>
    `<text x="${x}" y="${at}" fill="#475569" font-size="11">${escaped(text)}</text>`;
  return {
    edges: [
      `<path d="M${columns.team + 84} ${middle} C${columns.connector - 20} ${middle} ${columns.connector - 40} ${y} ${columns.connector} ${y}" fill="none" stroke="#94a3b8" stroke-width="1.5"/>`,
      `<path d="M${start} ${y} H${columns.bridge}" fill="none" stroke="#0f766e" stroke-width="1.5"/>`,
      `<path d="M${end} ${y} C${columns.target - 20} ${y} ${columns.target - 46} ${middle} ${columns.target} ${middle}" fill="none" stroke="#0f766e" stroke-width="1.5" stroke-dasharray="5 4"/>`,
      words(columns.connector, y - 32, first.why.replace(/\.$/, '')),
      words(columns.connector, y + 39, `${doubtful}: they may know each other`),
    ].join('\n'),
    boxes: [
      drawBox(columns.connector, y, connector.name, connector.profile.currentTitle, '#e2e8f0', '#0f172a'),
      drawBox(columns.bridge, y, first.profile.fullName, first.profile.currentTitle, '#ccfbf1', '#0f172a'),
    ].join('\n'),
  };
}

const drawBox = (x: number, y: number, name: string, title: string, fill: string, text: string): string =>
  [
    `<rect x="${x}" y="${y - box.height / 2}" width="${box.width}" height="${box.height}" rx="8" fill="${fill}"/>`,
    `<text x="${x + box.width / 2}" y="${y - 4}" text-anchor="middle" font-weight="600" fill="${text}">${escaped(name)}</text>`,
    `<text x="${x + box.width / 2}" y="${y + 14}" text-anchor="middle" font-size="11" fill="${text}">${escaped(title)}</text>`,
  ].join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
