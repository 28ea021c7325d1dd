import { describe, expect, it } from 'vitest';
import { formerValues } from '../../src/mapping/doubts/other-value/former-value.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

function reported(rule: string, input: unknown): readonly (string | undefined)[] {
  return formerValues(mappingOf(fieldMapping(rule)), { input }).map(({ hint }) => hint?.split(';')[0]);
}

describe('a rule that sends the value from before a change', () => {
  it.each([
    ['previous.label', { previous: { label: 'a' }, current: { label: 'b' } }, 'current.label'],
    ['data.previous.status', { data: { previous: {}, current: { status: 'b' } } }, 'data.current.status'],
    ['change.old', { change: { old: 'a', new: 'b' } }, 'change.new'],
    ['oldValue', { oldValue: 'a', newValue: 'b' }, 'newValue'],
    ['old_value', { old_value: 'a', new_value: 'b' }, 'new_value'],
    ['before.stage', { before: { stage: 'a' }, after: { stage: 'b' } }, 'after.stage'],
    [
      'event.previousValue.date',
      { event: { previousValue: { date: 'a' }, value: { date: 'b' } } },
      'event.value.date',
    ],
    [
      `'event.columnTitle = "Next" ? event.previousValue.date'`,
      { event: { columnTitle: 'Next', previousValue: { date: 'a' }, value: { date: 'b' } } },
      'event.value.date',
    ],
    ['old_status', { old_status: 'a', status: 'b' }, 'status'],
    ['vorher', { vorher: 'a', nachher: 'b' }, 'nachher'],
    ['alter_wert', { alter_wert: 'a', neuer_wert: 'b' }, 'neuer_wert'],
    ['from_status', { from_status: 'a', to_status: 'b' }, 'to_status'],
    ['$uppercase(previous.label)', { previous: { label: 'a' }, current: { label: 'b' } }, 'current.label'],
    ['{template: "Stage {previous.label}"}', { previous: { label: 'a' }, current: {} }, 'current.label'],
    ['{from: previous.label, values: {a: A}}', { previous: { label: 'a' }, current: {} }, 'current.label'],
    ['oldRow.mobile', { oldRow: { mobile: 'a' }, newRow: { mobile: 'b' } }, 'newRow.mobile'],
    ['PreImage.mobile', { PreImage: { mobile: 'a' }, PostImage: {} }, 'PostImage.mobile'],
    [
      `'PreEntityImages[key="i"].value.mobile'`,
      { PreEntityImages: [{ key: 'i', value: { mobile: 'a' } }], PostEntityImages: [] },
      'PostEntityImages',
    ],
  ])('is reported: %s of %j', (rule, payload, meant) => {
    expect(reported(rule, payload)).toEqual([`write ${meant}`]);
  });

  it.each([
    ['data.previous_attributes.mobile', { data: { object: {}, previous_attributes: { mobile: 'a' } } }],
    ['PreImage.mobile', { PreImage: { mobile: 'a' }, mobile: 'b' }],
    ['{from: PreEntityImages.mobile, as: phone}', { PreEntityImages: [{ mobile: 'a' }], Target: {} }],
    ['oldRow.mobile', { oldRow: { mobile: 'a' } }],
    ['previousValues.mobile', { previousValues: { mobile: 'a' } }],
  ])('is reported without a new value beside it: %s of %j', (rule, payload) => {
    expect(reported(rule, payload)).toEqual(['read the value after the change']);
  });

  it.each([
    ['previousData', { name: 'Berg' }],
    ['oldest.data', { oldest: { data: 1 } }],
    [
      `'event.value.date ? event.value.date : event.previousValue.date'`,
      { event: { value: {}, previousValue: { date: 'a' } } },
    ],
    ['current.label', { previous: { label: 'a' }, current: { label: 'b' } }],
    ['previous.label', { previous: { label: 'a' } }],
    ['last.visit', { last: { visit: '2026-01-01' }, name: 'Berg' }],
    ['name.last', { name: { first: 'Anna', last: 'Berg' } }],
    ['old', { old: true, name: 'x' }],
    ['from', { from: 'Leipzig', to: 'Berlin' }],
    ['original_price', { original_price: 3, new_price: 2 }],
    [
      '{from: previous.label, because: the former stage is wanted}',
      { previous: {}, current: { label: 'b' } },
    ],
    ['\'previous.label & " -> " & current.label\'', { previous: { label: 'a' }, current: { label: 'b' } }],
    ['alter', { alter: 38, neu: true }],
  ])('is not reported: %s of %j', (rule, payload) => {
    expect(reported(rule, payload)).toEqual([]);
  });
});
