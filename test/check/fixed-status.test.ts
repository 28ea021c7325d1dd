import { describe, expect, it } from 'vitest';
import { fixedStatus } from '../../src/check/fixed-status.ts';
import { bookingMapping, mappingOf as parsed } from '../mapping/evaluate-yaml.ts';
import { mappingOf } from './trials.ts';

function found(rule: string, head = ''): readonly string[] {
  const all = fixedStatus(mappingOf([`customerStatus: ${rule}`, 'note: note'], { head }));
  return all.map(({ severity, message }) => `${severity}: ${message}`);
}

const other = 'whatever status the customer has';
const each = `warning: each event of website sets the status "Neukunde", ${other}`;
const without = `warning: each event without a value sets the status "Neukunde", ${other}`;
const outside = `info: each value that the table does not have sets the status "Neukunde", ${other}`;

describe('a status that an update sets for every event', () => {
  it.each([
    ['{value: Neukunde}', [each]],
    [`'"Neukunde"'`, [each]],
    ['{template: Neukunde}', [each]],
    [`{from: '"Neukunde"'}`, [each]],
    ['{value: Neukunde, default: Neukunde}', [each]],
    ['{from: stage, default: Neukunde}', [without]],
    ['{from: stage, values: {a: Stammkunde}, default: Neukunde}', [without]],
    ['{from: stage, values: {a: Stammkunde}, otherwise: null, default: Neukunde}', [without]],
    [`{from: '$answers.stage', default: Neukunde}`, [without]],
    ['{from: stage, default: Neukunde, required: false}', [without]],
    ['{from: stage, values: {a: Stammkunde}, otherwise: Neukunde}', [outside]],
    ['{from: stage, values: {a: Stammkunde}, otherwise: Neukunde, ignoreCase: true}', [outside]],
    ['{from: stage, values: {a: VIP}, otherwise: Neukunde, default: Neukunde}', [outside, without]],
  ])('is reported: %s', (rule, expected) => {
    expect(found(rule)).toEqual(expected);
  });

  it('is reported for a default also if the mapping wants only some events', () => {
    expect(found('{from: stage, default: Neukunde}', 'when: kind = "lead"')).toEqual([without]);
  });
});

describe('a status of an update', () => {
  it.each([
    'stage',
    '{from: stage}',
    '{from: stage, values: {a: Stammkunde, b: Neukunde}}',
    '{from: stage, values: {a: Stammkunde}, otherwise: null}',
    `'won ? "Stammkunde"'`,
    `{from: 'won ? "Stammkunde" : "Neukunde"'}`,
    '{from: stage, required: true}',
    '{from: stage, whenMissing: fail}',
    '{template: "{stage}"}',
    '{value: Neukunde, because: only new customers write here}',
    '{from: stage, default: Neukunde, because: only new customers write here}',
    '{from: stage, values: {a: VIP}, otherwise: Neukunde, because: the stage is the truth}',
    '{from: stage, default: ""}',
  ])('that comes from the event, or has a reason, is not reported: %s', rule => {
    expect(found(rule)).toEqual([]);
  });

  it('that is fixed for some events is not reported', () => {
    expect(found('{value: Stammkunde}', 'when: stage = "won"')).toEqual([]);
  });

  it('is allowed in a booking', () => {
    expect(fixedStatus(parsed(bookingMapping('  customerStatus: {value: Neukunde}\n')))).toEqual([]);
  });
});
