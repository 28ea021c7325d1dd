import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Ruling } from '../../src/booking/answers/failure-row.ts';
import { failureRow, failureTable } from '../../src/booking/answers/failure-table.ts';
import { de } from '../../src/console/words/de.ts';
import { en } from '../../src/console/words/en.ts';
import { statesDe } from '../../src/console/words/states-de.ts';
import { stepsDe } from '../../src/console/words/steps-de.ts';
import { pauseCodes } from '../../src/deliver/destinations/destination-state.ts';
import { presets } from '../../src/receive/senders/senders.ts';

const root = resolve(import.meta.dirname, '../../src/console');
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter(file => !file.startsWith('words'))
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
  'kinds',
  'differs',
  'whyNot',
  'parts',
  'operations',
  'setupSteps',
  'missing',
  'accountFaults',
  'changeFaults',
  'sourceFaults',
  'tokenFaults',
  'otherFault',
  'cannotEdit',
  'noPerson',
  'bodies',
  'surenesses',
  'doubts',
  'types',
  'deedNames',
  'deedMeans',
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

it('has as many steps at a sender in German as in English', () => {
  const english = Object.keys(stepsDe).map(name => [name, presets.get(name)?.setup.length]);
  expect(Object.entries(stepsDe).map(([name, steps]) => [name, steps.length])).toEqual(english);
});

it('has the same scripts and commands in the German steps as in the English ones', () => {
  const scriptsOf = (steps: readonly string[] = []) =>
    steps.flatMap(step => step.split('\n\n')).filter(block => block.includes('\n'));
  const names = Object.keys(stepsDe);
  const english = names.map(name => scriptsOf(presets.get(name)?.setup));
  expect(names.map(name => scriptsOf(stepsDe[name]))).toEqual(english);
  expect(english.flat().length).toBeGreaterThan(1);
});

/** True if a call that ends so may stop its destination, or count as its fault. */
function concernsDestination(ruling: Ruling): boolean {
  if (ruling.kind === 'hold' || ruling.kind === 'probe') return true;
  return ('fault' in ruling && ruling.fault === true) || ('everyone' in ruling && ruling.everyone === true);
}

it('says in German why a destination is not open, whatever the reason', () => {
  const codes = Object.keys(failureTable).flatMap(name => {
    const row = failureRow(name);
    const rulings = [row?.updateCustomer, row?.persistCustomerData].flatMap(each =>
      each && 'kind' in each ? [each] : [],
    );
    return row && rulings.some(concernsDestination) ? [row.code] : [];
  });
  expect(codes.length).toBeGreaterThan(30);
  const own = [...pauseCodes, 'not-in-config', 'token-changed'] as const;
  expect([...codes, ...own].filter(code => statesDe[code] === undefined)).toEqual([]);
});
