import { describe, expect, it } from 'vitest';
import { logPage } from '../../scripts/log-page.ts';
import type { LineEntry } from '../../src/log/line-entry.ts';
import { logLines } from '../../src/log/log-lines.ts';
import { readProjectFile } from './markdown.ts';

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
});
