import { describe, expect, it } from 'vitest';
import { configPage } from '../../scripts/config-page.ts';
import { mappingPage } from '../../scripts/mapping-page.ts';
import { configKeys } from '../../src/config/schema/config-schema.ts';
import { parameters } from '../../src/mapping/parameters.ts';
import { mappingShape, ruleShape, testShape } from '../../src/mapping/schema.ts';
import { readProjectFile } from './markdown.ts';

describe.each([
  ['config', configPage],
  ['mappings', mappingPage],
])('the reference of the %s', (name, made) => {
  const page = readProjectFile(`docs/reference/${name}.md`);

  it('is what `npm run docs` writes', () => {
    expect(page).toBe(made());
  });

  it('describes every key', () => {
    const cells = tableRows(page).map(row => row.at(-1));
    expect(cells.length).toBeGreaterThan(30);
    expect(cells.filter(cell => !cell || !/[.:]$/.test(cell))).toEqual([]);
  });
});

describe('the reference', () => {
  it('has a section for every section of the config', () => {
    const sections = [...readProjectFile('docs/reference/config.md').matchAll(/^## (\w+)$/gm)];
    expect(sections.map(match => match[1])).toEqual([...configKeys]);
  });

  it('has every key of a mapping, of a rule and of a test, and every parameter', () => {
    const keys = [mappingShape, ruleShape, testShape].flatMap(shape => Object.keys(shape.shape));
    const named = tableRows(readProjectFile('docs/reference/mappings.md')).map(row => row[0]);
    const expected = [...keys, ...Object.values(parameters).flatMap(Object.keys)];
    expect(expected.filter(key => !named.includes(`\`${key}\``))).toEqual([]);
  });
});

/** Returns the cells of every row of a table, without its header. */
function tableRows(page: string): readonly (readonly string[])[] {
  const rows = page.split('\n').filter(line => line.startsWith('| `'));
  return rows.map(row => row.slice(2, -2).split(/ ?(?<!\\)\| ?/));
}
