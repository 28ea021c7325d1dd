import { describe, expect, it } from 'vitest';
import { diagnosticsPage } from '../../scripts/diagnostics-page.ts';
import { codes } from '../../src/diagnostics/codes.ts';
import { readProjectFile } from './markdown.ts';

const page = readProjectFile('docs/diagnostics.md');

describe('the page about diagnostics', () => {
  it('is what `npm run docs` writes', () => {
    expect(page).toBe(diagnosticsPage());
  });

  it('has a section for every code, in the order of the table, and no other', () => {
    const sections = [...page.replace(/^```.*?^```$/gms, '').matchAll(/^## (.+)$/gm)].map(match => match[1]);
    expect(sections).toEqual(Object.keys(codes));
  });

  it('shows for every code the output, or when it appears', () => {
    const parts = page.split(/^## /m).slice(1);
    const mute = parts.filter(part => !part.includes('```text') && !part.includes('Appears '));
    expect(mute.map(part => part.split('\n')[0])).toEqual([]);
  });
});
