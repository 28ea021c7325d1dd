import { describe, expect, it } from 'vitest';
import { canOnlyFail } from '../../src/check/call/can-only-fail.ts';
import { checkMapping } from '../../src/check/check-mapping.ts';
import { bookingMapping, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, listed, now } from './catalog.ts';

const catalog = catalogOf(listed(now, 'Stammkunde'));

function found(text: string, validators: 'fail' | 'warn' = 'fail'): string[] {
  const mapping = mappingOf(text);
  const diagnostics = checkMapping(mapping, catalog, 'salon', validators);
  const checking = { catalog, destination: 'salon', validators, now };
  return canOnlyFail(mapping, diagnostics, checking).map(each => `${each.path} ${each.code}`);
}

/** An update that may also set a note. */
function update(fields: string, head = '', more = 'note: note, '): string {
  return `source: crm
destination: salon
${head}operation: updateCustomer
set: {id: customer, ${more}additionalFields: ${fields}}
`;
}

describe('a mapping can only fail', () => {
  it.each([
    ['a literal for an unknown field', '{none: {value: x}}', 'none check/unknown-field'],
    ['a default for an unknown field', '{none: {from: a, default: x}}', 'none check/unknown-field'],
    [
      'a required value for a field that there is not',
      '{none: {from: a, required: true}}',
      'none check/unknown-field',
    ],
    [
      'something, if only to clear, for a picture',
      '{photo: {from: a, whenMissing: clear, whenEmpty: clear}}',
      'photo check/unsupported-type',
    ],
    ['a literal for a field of the appointment', '{seat: {value: Window}}', 'seat check/appointment-field'],
    ['a literal that is no choice', '{lead.source: {value: Radio}}', 'lead.source check/not-a-choice'],
    [
      'a table of which no result is a choice',
      '{lead.source: {from: a, values: {x: Radio, y: TV}, default: Paper}}',
      'lead.source check/not-a-choice',
    ],
    ['a literal that the validator refuses', '{zip: {value: abc}}', 'zip check/validator'],
  ])('if each call has %s', (_, fields, expected) => {
    expect(found(update(fields))).toContain(`additionalFields.${expected}`);
  });

  it.each([
    ['the field is sent only if the event has a value', '{none: a}'],
    ['the value is left out if it is missing', '{none: {from: a, whenEmpty: clear}}'],
    [
      'one result of the table is a choice',
      '{lead.source: {from: a, values: {x: Radio, y: Messe}, default: x}}',
    ],
    ['a table may give nothing', '{lead.source: {from: a, values: {x: Radio}, otherwise: null}}'],
    ['the events decide about the value', '{lead.source: {from: a, default: Radio}}'],
    ['it is to be cleared, which may be refused, or set', '{zip: {from: a, whenMissing: clear}}'],
    ['a conversion decides', '{zip: {value: "1.2.2020", as: date, parse: [d.M.yyyy], format: yyyy}}'],
    ['nothing is wrong', '{zip: {value: "12345"}}'],
  ])('not if %s', (_, fields) => {
    expect(found(update(fields))).toEqual([]);
  });

  it('if an update has no other changes than refused ones', () => {
    expect(found(update('{none: a, photo: b}', '', ''))).toEqual([
      'additionalFields.none check/unknown-field',
      'additionalFields.photo check/unsupported-type',
    ]);
    expect(found(update('{none: a, allergies: b}', '', ''))).toEqual([]);
  });

  it('not if it drops unknown fields, or invalid values that are not in every call', () => {
    expect(found(update('{none: {value: x}}', 'onUnknownField: drop\n'))).toEqual([]);
    expect(found(update('{none: {from: a, required: true}}', 'onInvalid: drop\n'))).toEqual([]);
    expect(found(update('{zip: {value: abc}}'), 'warn')).toEqual([]);
  });

  it('if its status name is refuted, but not if only one of several is', () => {
    const status = (rule: string) => `source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: note, customerStatus: ${rule}}
`;
    expect(found(status('{value: VIP}'))).toEqual(['customerStatus check/unknown-status']);
    expect(found(status('{from: a, values: {x: VIP}, otherwise: Stammkunde}'))).toEqual([]);
    expect(found(status('level'))).toEqual([]);
  });

  it('if a booking sets a refused value, but not because it sets nothing else', () => {
    expect(found(bookingMapping('  additionalFields: {none: {value: x}}\n'))).toEqual([
      'additionalFields.none check/unknown-field',
    ]);
    expect(found(bookingMapping('  additionalFields: {none: a}\n'))).toEqual([]);
  });
});
