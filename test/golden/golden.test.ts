import { describe, expect, it } from 'vitest';
import { codes } from '../../src/diagnostics/codes.ts';
import { type GoldenCase, goldenCases, pathOf, renderCase } from './golden-case.ts';
import { runCase } from './run-case.ts';

const cases = goldenCases();
const run = cases.filter(({ files }) => files.size > 0);

function codeOf({ name }: GoldenCase): string {
  return name.split('--')[0] ?? '';
}

describe('the printed diagnostics', () => {
  it.each(run.map(each => [each.name, each] as const))('are as in %s', async (name, each) => {
    const out = await runCase(each);
    await expect(renderCase({ ...each, out })).toMatchFileSnapshot(pathOf(name));
    if (!each.files.has('command')) expect(out).toContain(`[${codeOf(each)}]`);
  });

  it('contain every code, or the page says when the code appears', () => {
    const shown = new Set(cases.map(({ name }) => name));
    expect(Object.keys(codes).filter(code => !shown.has(code))).toEqual([]);
    expect(cases.map(codeOf).filter(code => !Object.hasOwn(codes, code))).toEqual([]);
    const silent = cases.filter(({ files, about }) => files.size === 0 && !about.startsWith('Appears '));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('contain a real input for every code that has one', () => {
    // Codes of `start` in a container, of bugs, of a long history, or with too much output for a page.
    const atRunTime =
      /^(intake\/taken-apart|delivery\/(superseded|resolved|refused-again)|mapping\/(program-failed|ended-the-program|not-green|test-fails|older-version)|config\/(awaited-secret|unsafe-volume|volatile-store)|yaml\/(too-large|more-problems)|expression\/too-long)/;
    const unshown = cases.filter(each => each.files.size === 0).map(({ name }) => name);
    expect(unshown.filter(name => !atRunTime.test(name))).toEqual([]);
  });

  it('contain at least sixty variants', () => {
    expect(run.length).toBeGreaterThanOrEqual(60);
  });
});
