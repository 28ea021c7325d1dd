import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkField } from '../../src/check/call/check-field.ts';
import { catalogOf, fieldOf as configured, now } from '../check/catalog.ts';
import { bookingData, bookingMapping, codesOf, evaluateYaml, fieldOf, requestOf } from './evaluate-yaml.ts';

async function booked(set: string, payload: object): Promise<unknown> {
  const evaluation = await evaluateYaml(bookingMapping(set), { payload: { ...bookingData, ...payload } });
  const request = requestOf(evaluation);
  return typeof request === 'string' ? codesOf(evaluation) : request;
}

const invalid = ['mapping/invalid-value'];
const details = ['firstName', 'name', 'email', 'mobile', 'phone', 'genderType'];

describe('a list with several values', () => {
  it.each(details)('is never joined into %s', async name => {
    expect(await booked(`  ${name}: v\n`, { v: ['a@example.com', 'b@example.com'] })).toEqual(invalid);
    expect(await booked(`  ${name}: list.v\n`, { list: [{ v: 'a' }, { v: 'b' }] })).toEqual(invalid);
  });

  it.each(['customerId', 'appointmentParticipantId', 'customerStatus', 'marketing', 'rightOfWithdrawal'])(
    'is never joined into %s',
    async name => {
      expect(await booked(`  ${name}: v\n`, { v: [1001, 1002] })).toEqual(invalid);
      expect(await booked(`  ${name}: {from: v, as: list}\n`, { v: ['a', 'b'] })).toEqual(invalid);
    },
  );

  it('is never a single date or phone number', async () => {
    const days = { v: ['1988-03-14', '1990-01-01'] };
    expect(await fieldOf('{from: v, as: date}', days)).toEqual(invalid);
    expect(await fieldOf('{from: v, as: phone}', { v: ['+4930123456', '+4930123457'] })).toEqual(invalid);
    expect(await fieldOf('{from: v, as: boolean}', { v: ['ja', 'nein'] })).toEqual(invalid);
  });

  it('with one non-empty value counts as that value', async () => {
    expect(await booked('  email: v\n', { v: ['', 'a@example.com', null] })).toMatchObject({
      email: 'a@example.com',
    });
    expect(await fieldOf('{from: v, as: date}', { v: ['1988-03-14'] })).toEqual({
      set: { text: '1988-03-14', origin: 'data' },
    });
  });

  it('gets a hint how to read its first value', async () => {
    const text = bookingMapping('  email: mails\n');
    const evaluation = await evaluateYaml(text, { payload: { ...bookingData, mails: ['a', 'b'] } });
    const [first] = evaluation.kind === 'failed' ? evaluation.diagnostics : [];
    expect(first).toMatchObject({
      message: 'email: a list of 2 is not one value',
      hint: "to take the first, write 'mails[0]'",
    });
    const mended = bookingMapping('  email: mails[0]\n');
    expect(
      requestOf(await evaluateYaml(mended, { payload: { ...bookingData, mails: ['a', 'b'] } })),
    ).toMatchObject({
      email: 'a',
    });
  });

  it('may be a note, a remark or several choices', async () => {
    expect(await fieldOf('{from: v, as: list}', { v: ['a', 'b'] })).toEqual({
      set: { text: 'a,b', origin: 'data' },
    });
    expect(await booked('  appointmentParticipant.customerComment: v\n', { v: ['a', 'b'] })).toMatchObject({
      'appointmentParticipant.customerComment': 'a,b',
    });
  });
});

describe('a field with a single value', () => {
  const types = [
    'text',
    'textArea',
    'date',
    'birthday',
    'selection',
    'rating',
    'language',
    'iban',
    'link',
  ] as const;
  const checked = (type: (typeof types)[number] | 'checkbox_group', list: boolean) =>
    checkField(
      { key: 'f', change: { set: { text: 'a,b', origin: 'data', ...(list && { list }) } } },
      'updateCustomer',
      {
        catalog: catalogOf({ fields: [configured({ keyName: 'f', type })] }),
        destination: 'salon',
        policy: { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false },
        validators: 'fail',
        now,
      },
    ).findings.map(({ diagnostic, weight }) => [weight, diagnostic.code]);

  it.each(types)('of type %s accepts no list with several values, unless the rule expects a list', type => {
    expect(checked(type, true)).toEqual([['fail', 'mapping/invalid-value']]);
    expect(checked(type, false).map(([, code]) => code)).not.toContain('mapping/invalid-value');
  });

  it('may contain several choices in one text', () => {
    expect(checked('checkbox_group', true)).toEqual([]);
  });
});

it('a list with several values is never joined with commas into a parameter with a single value', async () => {
  const element = fc.oneof(
    fc.string({ minLength: 1 }).filter(text => text.trim() !== ''),
    fc.integer(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...details),
      fc.array(element, { minLength: 2, maxLength: 5 }),
      async (name, v) => {
        expect(await booked(`  ${name}: v\n`, { v })).toEqual(invalid);
      },
    ),
    { numRuns: 60 },
  );
});
