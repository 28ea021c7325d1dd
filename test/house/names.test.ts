import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

it('exports each name once, so that it stands for one thing', () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const exported = /^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm;
    // A type and a constant of the same file may share their name.
    for (const name of new Set([...text.matchAll(exported)].map(match => String(match[1])))) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(1_000);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
