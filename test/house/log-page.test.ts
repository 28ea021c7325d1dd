import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logPage } from '../../scripts/log-page.ts';
import type { LineEntry } from '../../src/log/line-entry.ts';
import { logLines } from '../../src/log/log-lines.ts';
import { readProjectFile, root } from './markdown.ts';

const page = readProjectFile('docs/log.md');

describe('the page about the log', () => {
  it('is what `npm run docs` writes', () => {
    expect(page).toBe(logPage());
  });

  it('has every field that names something of ours in its table of fields, or the line explains it', () => {
    const common = ['event', 'source', 'mapping', 'destination', 'operation', 'status', 'code', 'message'];
    const explained = page.slice(0, page.indexOf('| msg |'));
    for (const field of common) expect(explained).toContain(`\`${field}\``);
  });

  it('breaks no table by a bar of its own', () => {
    const lines = page.slice(page.indexOf('| msg |')).trimEnd().split('\n');
    expect(lines.filter(line => line.split('|').length !== 6)).toEqual([]);
    expect(lines.length).toBe(Object.keys(logLines).length + 2);
  });

  it('has no line that any program would take for another one: no two names differ by case or blanks alone', () => {
    const plain = Object.keys(logLines).map(name => name.toLowerCase().replaceAll(/\W+/g, ' '));
    expect(new Set(plain).size).toBe(plain.length);
  });

  it('has no field twice on a line, and none that the log itself writes', () => {
    for (const [name, { fields }] of Object.entries<LineEntry>(logLines)) {
      expect([name, new Set(fields).size]).toEqual([name, fields.length]);
      expect(fields.filter(field => ['level', 'time', 'msg'].includes(field))).toEqual([]);
    }
  });

  it('has every field that the sources write beside the name of a line', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const calls = sources
      .filter(path => /^(?!console\b).*\.ts$/.test(path))
      .flatMap(path => callsIn(readProjectFile(join('src', path))));
    expect(calls.length).toBeGreaterThan(70);
    const missing = calls.flatMap(({ name, fields }) =>
      fields.filter(field => !entries[name]?.fields.includes(field)).map(field => `${name}: ${field}`),
    );
    expect(missing).toEqual([]);
  });
});

const entries: Readonly<Record<string, LineEntry>> = logLines;

/** Returns the calls of a log with an object and the name of a line: the keys of the object. */
function callsIn(text: string) {
  return [...text.matchAll(/\.(?:debug|info|warn|error|fatal)\(\s*\{/g)].flatMap(({ index, 0: start }) => {
    const end = endOf(text, index + start.length);
    const names = [...text.slice(end, text.indexOf(';', end)).matchAll(/'([^']+)'/g)];
    const fields = keysOf(text.slice(index + start.length, end - 1));
    return names.filter(([, name = '']) => entries[name]).map(([, name = '']) => ({ name, fields }));
  });
}

/** Returns the position after the bracket that closes the one before `begin`. */
function endOf(text: string, begin: number): number {
  let depth = 1;
  let at = begin;
  for (; depth > 0 && at < text.length; at += 1) depth += depthOf(text[at]);
  return at;
}

/** Returns the keys of an object literal; of a spread part, those that are literal too. */
function keysOf(object: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of object) {
    depth += depthOf(letter);
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.flatMap(part =>
    part.trim().startsWith('...')
      ? [...part.matchAll(/[{,]\s*(\w+)\s*(?=[:,}])/g)].map(([, key = '']) => key)
      : (/^\s*(\w+)/.exec(part) ?? []).slice(1),
  );
}

function depthOf(letter = ' '): number {
  if ('{(['.includes(letter)) return 1;
  return '})]'.includes(letter) ? -1 : 0;
}
