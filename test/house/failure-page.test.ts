import { describe, expect, it } from 'vitest';
import { failurePage } from '../../scripts/failure-page.ts';
import { failureTable, relatedRows } from '../../src/booking/answers/failure-table.ts';
import { readProjectFile } from './markdown.ts';

const page = readProjectFile('docs/failure-table.md');

describe('the page about failures', () => {
  it('is what `npm run docs` writes', () => {
    expect(page).toBe(failurePage());
  });

  it('has a line for every row', () => {
    const lines = [...page.matchAll(/^\| ([A-Z][0-9]+[a-z]?) \|/gm)].map(match => match[1]);
    expect(lines).toEqual([...Object.keys(failureTable), ...Object.keys(relatedRows)]);
  });

  it('breaks no table by a bar or a line break of its own', () => {
    const bars = [...page.matchAll(/^\| [A-Z][0-9]+[a-z]? \|.*$/gm)].map(match => match[0].split('|').length);
    expect(new Set(bars)).toEqual(new Set([8, 5]));
  });
});
