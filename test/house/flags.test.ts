import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map(
  file => [file, readFileSync(join(root, file), 'utf8')] as const,
);

/** Functions that are declared here; others have parameters that we do not choose. */
const own = new Set(
  sources.flatMap(([, text]) =>
    [...text.matchAll(/\bfunction\*? (\w+)|\bconst (\w+) = (?:async )?\(/g)].map(
      ([, declared, made]) => declared ?? made,
    ),
  ),
);

/** A call with a bare `true` or `false` as its first or its last argument. */
const bare = /(?<![.\w])(\w+)\((?:(?:true|false)[,)]|(?:[^()\n]|\([^()\n]*\))*, (?:true|false)\))/g;

it('passes no bare true or false to a function of its own: a flag has its name beside it', () => {
  const found = sources.flatMap(([file, text]) =>
    [...text.matchAll(bare)].flatMap(([call, name]) =>
      own.has(name) && name !== 'resolve' ? [`${file}: ${call}`] : [],
    ),
  );
  expect(own.size).toBeGreaterThan(1_000);
  expect(found).toEqual([]);
});
