import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { de } from '../../src/console/words/de.ts';
import { en } from '../../src/console/words/en.ts';

const root = resolve(import.meta.dirname, '../../src/console');
const sources = globSync('**/*.tsx', { cwd: root })
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** Groups whose words are looked up by a value that comes from the API, or are shown all. */
const lookedUp = [
  'pages',
  'status',
  'state',
  'keys',
  'headline',
  'origin',
  'deeds',
  'targets',
  'spans',
  'works',
  'actions',
  'troubles',
  'lineFaults',
  'fileFaults',
  'outcomes',
  'separators',
  'means',
];

function unused(group: object): readonly string[] {
  return Object.entries(group).flatMap(([name, value]) => {
    if (typeof value === 'object') return lookedUp.includes(name) ? [] : unused(value);
    return new RegExp(`\\b${name}\\b`).test(sources) ? [] : [name];
  });
}

it('has no text that no page shows', () => {
  expect(unused(en)).toEqual([]);
});

it('says in both languages how many there are', () => {
  for (const { now, events, bulk } of [en, de])
    for (const words of [
      ...[now.working, now.needYou, now.failed, now.waiting, events.fresh],
      ...[bulk.nothingLeft, bulk.newer, bulk.replayed, bulk.stay, bulk.uncertain, bulk.discarded],
    ])
      expect([words(1), words(3)]).toEqual([expect.not.stringContaining('1'), expect.stringContaining('3')]);
});
