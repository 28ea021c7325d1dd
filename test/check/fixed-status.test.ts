import { describe, expect, it } from 'vitest';
import { fixedStatus } from '../../src/check/fixed-status.ts';
import { bookingMapping, mappingOf as parsed } from '../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf } from './trials.ts';

function found(rule: string, head = ''): readonly string[] {
  const all = fixedStatus(mappingOf([`customerStatus: ${rule}`, 'note: note'], { head }));
  return all.map(({ severity, message }) => `${severity}: ${message}`);
}

const other = 'whatever status the customer has';
const each = `warning: each event of website sets the status "Neukunde", ${other}`;
const without = `warning: each event without a value sets the status "Neukunde", ${other}`;
const outside = `info: each value that the table does not have sets the status "Neukunde", ${other}`;

describe('a status that an update sets whatever the event says', () => {
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
  ])('is told: %s', (rule, expected) => {
    expect(found(rule)).toEqual(expected);
  });

  it('is told of a default also where only some events are wanted', () => {
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
  ])('that the event gives, or that has a reason, is not told: %s', rule => {
    expect(found(rule)).toEqual([]);
  });

  it('that is fixed for some events is not told', () => {
    expect(found('{value: Stammkunde}', 'when: stage = "won"')).toEqual([]);
  });

  it('is another thing in a booking', () => {
    expect(fixedStatus(parsed(bookingMapping('  customerStatus: {value: Neukunde}\n')))).toEqual([]);
  });
});

describe('a status that an update sets because the event has nothing', () => {
  const codes = async (rule: string, events: readonly object[]) => {
    const samples = events.map(each => ({ customer: 1, note: 'x', ...each }));
    const all = await checkWith(mappingOf([`customerStatus: ${rule}`, 'note: note'], { tests: samples }));
    return all.filter(({ code }) => code === 'mapping/fixed-status').map(({ severity }) => severity);
  };

  it.each([
    `'plan = "gold" ? "VIP" : "Neukunde"'`,
    `'$exists(plan) ? "Stammkunde" : "Neukunde"'`,
    `'plan ? "Stammkunde" : "Neukunde"'`,
    `'plan ?? "Neukunde"'`,
    `'deal.plan = "gold" and paid ? "VIP" : "Neukunde"'`,
    `{from: 'plan = "gold" ? "VIP" : "Neukunde"', as: choice}`,
  ])('is told where a sample has nothing of it: %s', async rule => {
    expect(await codes(rule, [{ plan: 'gold' }, {}])).toEqual(['warning']);
  });

  it.each([
    [`'plan = "gold" ? "VIP" : "Neukunde"'`, { plan: 'silver' }],
    [`'plan = "gold" ? "VIP"'`, {}],
    [`'plan = "gold" ? "VIP" : ""'`, {}],
    [`{from: 'plan = "gold" ? "VIP" : "Neukunde"', because: each webhook is a sign-up}`, {}],
    ['plan', {}],
  ])('is not told otherwise: %s of %j', async (rule, event) => {
    expect(await codes(rule, [event])).toEqual([]);
  });
});
