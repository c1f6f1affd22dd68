import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NotJson, withEntry, withoutEntry } from '../../../src/app/agents/edit-json.ts';
import { randomFrom } from '../../support/random.ts';
import { propertyRuns } from '../../support/tier.ts';

const entry = { command: '/usr/bin/node', args: ['/opt/kith.js', 'mcp'], env: { A: 'b' } };
const add = (text: string) => withEntry(text, 'mcpServers', 'kith', entry);

describe('an entry in a client’s file', () => {
  for (const [what, text] of [
    ['an empty file', ''],
    ['an empty object', '{}'],
    ['an object on one line', '{"a":1}'],
    ['other settings', '{\n  "theme": "dark"\n}\n'],
    ['no servers', '{\n  "mcpServers": {}\n}\n'],
    ['other servers', '{\n    "mcpServers": {\n        "git": { "command": "git" }\n    },\n    "b": [1, 2]\n}'],
    ['trailing commas', '{\n  "mcpServers": {\n    "git": {},\n  },\n}\n'],
    ['comments', '// mine\n{\n  /* a */ "mcpServers": { // b\n    "git": {} // c, d: {\n  } // e\n}\n'],
    ['Windows line ends', '{\r\n\t"mcpServers": {\r\n\t\t"git": {}\r\n\t}\r\n}\r\n'],
    ['a byte order mark', '\ufeff{ "mcpServers": { "git": {} } }'],
  ] as const)
    it(`is added and removed, so that the file is as it was: ${what}`, () => {
      const { text: edited, made } = add(text);
      const plain = edited
        .replace(/^\ufeff/, '')
        .replaceAll(/^(?:[^"\n]|"[^"]*")*?(\/\/.*)$/gm, (line, comment) => line.replace(comment, ''))
        .replaceAll(/\/\*.*?\*\//g, '')
        .replaceAll(/,(?=\s*[}\]])/g, '');
      assert.deepEqual(JSON.parse(plain).mcpServers.kith, entry);
      if (text.includes('git')) assert.ok('git' in JSON.parse(plain).mcpServers);
      if (text.includes('\r\n')) assert.doesNotMatch(edited, /[^\r]\n/);
      for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) assert.ok(edited.includes(comment), comment);
      assert.equal(add(edited).text, edited, 'adding it again changes nothing');
      assert.equal(withoutEntry(edited, 'mcpServers', 'kith', made) ?? '', text);
    });

  it('is added and removed in any file, so that the file is as it was', () => {
    for (let seed = 1; seed <= propertyRuns(300); seed += 1) {
      const random = randomFrom(seed);
      const some = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
      const space = () => some(['', ' ', '\n', '\n  ', '\t', '// x, {"\n', '/* } */']);
      const value = (depth: number): string => {
        if (depth === 0 || random() < 0.4) return some(['1', 'null', '"a\\"}"', 'true', '-2.5e3', '""']);
        const items = Array.from({ length: Math.floor(random() * 3) }, () => value(depth - 1));
        const comma = items.length > 0 && random() < 0.2 ? `,${space()}` : '';
        return `[${space()}${items.join(`${space()},${space()}`)}${comma}${space()}]`;
      };
      const object = (names: readonly string[], of: (name: string) => string): string => {
        const members = names.map((name) => `"${name}"${space()}:${space()}${of(name)}`);
        const comma = members.length > 0 && random() < 0.3 ? `${space()},` : '';
        return `{${space()}${members.join(`${space()},${space()}`)}${comma}${space()}}`;
      };
      const servers = () =>
        object(some([[], ['git'], ['git', 'x']]), () => object(some([[], ['command']]), () => value(2)));
      const names = some([
        [],
        ['a'],
        ['mcpServers'],
        ['a', 'mcpServers'],
        ['mcpServers', 'b'],
        ['a', 'mcpServers', 'b'],
      ]);
      const text = `${space()}${object(names, (name) => (name === 'mcpServers' ? servers() : value(3)))}${space()}`;
      const { text: edited, made } = add(text);
      assert.equal(withoutEntry(edited, 'mcpServers', 'kith', made), text, `seed ${seed}: ${text}`);
    }
  });

  it('leaves what came beside it meanwhile', () => {
    const { text, made } = add('{}');
    const more = withEntry(text, 'mcpServers', 'other', { command: 'x' }).text;
    assert.deepEqual(JSON.parse(withoutEntry(more, 'mcpServers', 'kith', made) ?? ''), {
      mcpServers: { other: { command: 'x' } },
    });
  });

  for (const text of ['{', '{"a" 1}', '[]', '{"mcpServers": []}', 'hello', '{"a": 1} x', "{'a': 1}"])
    it(`is refused in what is not such a file: ${text}`, () => {
      assert.throws(() => add(text), NotJson);
    });
});
