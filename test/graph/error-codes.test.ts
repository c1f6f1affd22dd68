import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { errorCodes } from '../../src/graph/error-codes.ts';

const root = join(import.meta.dirname, '../..');

describe('the table of error codes', () => {
  it('has every code that the graph answers with', () => {
    const missing = globSync('src/{graph,client,http}/**/*.ts', { cwd: root }).flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const codes = [
        ...text.matchAll(/\bcode(?: =|:) '([A-Z][A-Z_]+)'/g),
        ...text.matchAll(/HttpError\(\s*\d{3},\s*'([A-Z_]+)'/g),
      ];
      return codes.flatMap(([, code = '']) =>
        code in errorCodes || /^[A-Z]{4,}_ERR/.test(code) ? [] : [`${file}: ${code}`],
      );
    });
    assert.deepEqual(missing, []);
  });
});
