import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

/** Each database does the same in its own SQL, under the same name. */
function isOfDatabase(file: string): boolean {
  return /^inbox\/(?:sqlite|postgres)\//.test(file);
}

it('exports each name once, so that it stands for one thing', () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
    // A type and a constant of the same file may share their name.
    for (const name of new Set([...text.matchAll(exported)].map(match => String(match[1])))) {
      const before = places.get(name) ?? [];
      // Once for each of the two databases.
      const isTwin = isOfDatabase(file) && before.length === 1 && before.every(isOfDatabase);
      places.set(
        name,
        isTwin && before[0]?.split('/')[1] !== file.split('/')[1] ? before : [...before, file],
      );
    }
  }
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
