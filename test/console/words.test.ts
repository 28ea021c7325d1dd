import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Ruling } from '../../src/booking/answers/failure-row.ts';
import { failureRow, failureTable } from '../../src/booking/answers/failure-table.ts';
import { setupSteps } from '../../src/config/sources/setup-steps.ts';
import { codesDe } from '../../src/console/words/codes-de.ts';
import { de } from '../../src/console/words/de.ts';
import { en } from '../../src/console/words/en.ts';
import { phraseDe } from '../../src/console/words/phrases-de.ts';
import { statesDe } from '../../src/console/words/states-de.ts';
import { stepsDe } from '../../src/console/words/steps-de.ts';
import { titlesDe } from '../../src/console/words/titles-de.ts';
import { pauseCodes } from '../../src/deliver/destinations/destination-state.ts';
import { codes } from '../../src/diagnostics/codes.ts';
import { phraseText, type StepPhrase } from '../../src/mapping/explain/step-phrase.ts';
import { presets } from '../../src/receive/senders/senders.ts';

const root = resolve(import.meta.dirname, '../../src/console');
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter(file => !file.startsWith('words'))
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** Groups of texts that are looked up by a value of the API, or that are all shown. */
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
  'newValueChange',
];

function unused(group: object): readonly string[] {
  return Object.entries(group).flatMap(([name, value]) => {
    if (typeof value === 'object') return lookedUp.includes(name) ? [] : unused(value);
    return new RegExp(`\\b${name}\\b`).test(sources) ? [] : [name];
  });
}

it('has no text that is never shown', () => {
  expect(unused(en)).toEqual([]);
});

it('shows counts in both languages', () => {
  for (const { now, events, bulk } of [en, de])
    for (const words of [
      ...[now.working, now.needYou, now.failed, now.waiting, events.fresh],
      ...[
        bulk.nothingLeft,
        bulk.newer,
        bulk.otherCustomer,
        bulk.replayed,
        bulk.stay,
        bulk.uncertain,
        bulk.discarded,
      ],
    ])
      expect([words(1), words(3)]).toEqual([expect.not.stringContaining('1'), expect.stringContaining('3')]);
});

it('has a German title for each sender whose title has English words', () => {
  const english = [...presets.values()].filter(({ title }) => /\b(?:with|and|newer|module)\b/.test(title));
  expect(english.length).toBeGreaterThan(5);
  expect(english.filter(({ name }) => !titlesDe[name]).map(({ name }) => name)).toEqual([]);
  expect(Object.keys(titlesDe).filter(name => !presets.has(name))).toEqual([]);
});

it('has as many steps for a sender in German as in English', () => {
  const english = Object.keys(stepsDe).map(name => [
    name,
    setupSteps(presets.get(name)?.setup ?? [], 'made').length,
  ]);
  expect(Object.entries(stepsDe).map(([name, steps]) => [name, steps.length])).toEqual(english);
});

it('has the same scripts and commands in the German steps as in the English ones', () => {
  const scriptsOf = (steps: readonly string[] = []) =>
    steps.flatMap(step => step.split('\n\n')).filter(block => block.includes('\n'));
  const names = Object.keys(stepsDe);
  const english = names.map(name => scriptsOf(setupSteps(presets.get(name)?.setup ?? [], 'made')));
  expect(names.map(name => scriptsOf(stepsDe[name]))).toEqual(english);
  expect(english.flat().length).toBeGreaterThan(1);
});

/** True for a result that may hold its destination, or count as a failure of the destination. */
function concernsDestination(ruling: Ruling): boolean {
  if (ruling.kind === 'hold' || ruling.kind === 'probe') return true;
  return ('fault' in ruling && ruling.fault === true) || ('everyone' in ruling && ruling.everyone === true);
}

it('shows in German why a destination is not open, for every reason', () => {
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

const field = { code: 'field', name: 'Haare', type: 'select' } as const;
const phrases: readonly (readonly [StepPhrase, string])[] = [
  [{ code: 'trimmed' }, 'ohne Leerzeichen an den Enden'],
  [{ code: 'joined', separator: ';' }, 'verbunden mit „;“'],
  [{ code: 'date', patterns: [] }, 'Datum (ISO 8601)'],
  [{ code: 'date', patterns: ['dd.MM.yyyy', 'yyyy'] }, 'Datum (dd.MM.yyyy oder yyyy)'],
  [{ code: 'phone', country: 'DE' }, 'Telefonnummer (DE)'],
  [{ code: 'converted', as: 'boolean' }, 'Ja oder Nein'],
  [{ code: 'several', as: 'choices', separator: ',' }, 'Auswahlen des Kontos, verbunden mit „,“'],
  [
    { code: 'looked-up', texts: [{ text: 'a' }, { text: 'b', otherwise: true }] },
    '„a“, „b“ steht nicht darin: sonst',
  ],
  [{ code: 'default', presence: 'empty' }, 'ist leer, dafür'],
  [{ code: 'absent', wanted: 'skip' }, 'nicht senden'],
  [{ code: 'bad-value', wanted: 'drop' }, 'auslassen'],
  [{ code: 'link', id: 7, destination: 'salon' }, '„7“ bei salon'],
  [{ ...field, choices: ['glatt', 'lockig'] }, 'Haare, eines von: glatt, lockig'],
  [
    { ...field, type: 'checkbox_group', choices: ['a', 'b', 'c', 'd', 'e', 'f'] },
    'Haare, daraus beliebig viele: a, b, c, d, e und 1 weitere',
  ],
  [{ ...field, type: 'checkbox', choices: [] }, 'Haare, true oder false'],
  [{ ...field, choices: [], validator: '[0-9]+' }, 'Haare, Muster [0-9]+'],
  [{ code: 'customer-number' }, 'eine Kundennummer: 1 bis 18 Ziffern'],
];

it.each(phrases)('shows the step %o of a value in German', (phrase, german) => {
  expect(phraseDe(phrase)).toBe(german);
  expect(phraseText(phrase)).not.toBe(german);
});

it('has every code in German that an event or the text of a mapping can have', () => {
  const ofTexts = Object.keys(codes).filter(code => /^(yaml|expression|mapping|check)\//.test(code));
  expect(ofTexts.length).toBeGreaterThan(100);
  expect(ofTexts.filter(code => !Object.hasOwn(codesDe, code))).toEqual([]);
  const titles = Object.values(codesDe).map(({ title }) => title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
