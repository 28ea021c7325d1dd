import { describe, expect, it } from 'vitest';
import { checkCall } from '../../src/check/call/check-call.ts';
import { requestView } from '../../src/inbox/request-view.ts';
import { bookingMapping, evaluateYaml, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, now } from './catalog.ts';

const fields = [
  fieldOf({ keyName: 'mobil', name: 'Handynummer' }),
  fieldOf({ keyName: 'handy2', name: 'Zweites Handy' }),
  fieldOf({ keyName: 'whatsapp', name: 'WhatsApp' }),
  fieldOf({ keyName: 'tel', name: 'Telefon / Handy' }),
  fieldOf({ keyName: 'notruf', name: 'Notfalltelefon' }),
  fieldOf({ keyName: 'count', name: 'Anzahl' }),
];

/** Returns the sent values and the reported codes. */
async function outcomeOf(rules: string, v: unknown) {
  const text = `${bookingMapping('')}${rules}`;
  const payload = { appointment: 'a1', privacy: true, terms: true, minAge: true, v };
  const evaluation = await evaluateYaml(text, { payload });
  if (evaluation.kind !== 'call') return evaluation;
  const catalog = catalogOf({ fields });
  const policy = mappingOf(text);
  const verdict = checkCall(evaluation.call, {
    destination: 'salon',
    policy,
    validators: 'fail',
    now,
    catalog,
  });
  const reported = [...evaluation.diagnostics, ...verdict.diagnostics].map(({ code }) => code);
  return { reported, sent: verdict.kind === 'send' ? requestView(verdict.call) : verdict.kind };
}

describe('a mobile number', () => {
  const phone = '{from: v, as: phone, country: DE}';
  const landline = ['check/landline-number'];
  it.each([
    [phone, '0341 1234567', landline],
    [phone, '030/123456', landline],
    [phone, '+49 89 123456', landline],
    [phone, '0800 1234567', landline],
    [phone, '0900 1234567', landline],
    [phone, '+43 1 588010', landline],
    [phone, '+41 44 668 18 00', landline],
    [phone, '+31 20 794 0800', landline],
    ['v', '+493411234567', landline],
    ['$phone(v, "DE")', '0341 1234567', landline],
    [phone, '0151 23456789', []],
    [phone, '+43 664 1234567', []],
    [phone, '+41 78 123 45 67', []],
    [phone, '+31 6 12345678', []],
    [phone, '+44 7400 123456', []],
    // In the United States landline and mobile numbers look alike.
    [phone, '+1 201 555 0123', []],
    ['v', '0341 1234567', []],
    ['v', '+39 347 1234567', []],
  ])('is not a landline or service number, or it is reported: %s of %s', async (rule, v, reported) => {
    expect(await outcomeOf(`  mobile: ${rule}\n`, v)).toMatchObject({
      reported,
      sent: { mobile: expect.any(String) },
    });
    expect(await outcomeOf(`  phone: ${rule}\n`, v)).toMatchObject({ reported: [] });
    for (const field of ['mobil', 'handy2', 'whatsapp'])
      expect(await outcomeOf(`  additionalFields:\n    ${field}: ${rule}\n`, v), field).toMatchObject({
        reported,
      });
    for (const field of ['tel', 'notruf', 'count'])
      expect(await outcomeOf(`  additionalFields:\n    ${field}: ${rule}\n`, v), field).toMatchObject({
        reported: [],
      });
  });
});

describe('a name that is split at a space', () => {
  const rules = `  firstName: '$substringBefore(v, " ")'\n  name: '$substringAfter(v, " ")'\n`;
  it.each([
    ['Anna Berg', []],
    ['Anna Berg ', []],
    ['Anna von Berg', []],
    ['  Anna Berg', ['mapping/ambiguous-value', 'mapping/ambiguous-value']],
    [' Anna Berg', ['mapping/ambiguous-value', 'mapping/ambiguous-value']],
    ['Anna  Berg', ['mapping/ambiguous-value', 'mapping/ambiguous-value']],
    ['Dr. Anna Berg', ['mapping/not-a-name']],
    ['Dr Anna Berg', ['mapping/not-a-name']],
    ['Prof. Dr. Anna Berg', ['mapping/not-a-name']],
    ['Mag. Anna Berg', ['mapping/not-a-name']],
    ['Dipl.-Ing. Anna Berg', ['mapping/not-a-name']],
    ['Frau Anna Berg', ['mapping/not-a-name']],
  ])('has both of its parts, or it is reported: "%s"', async (v, reported) => {
    expect(await outcomeOf(rules, v)).toMatchObject({ reported });
  });

  it.each(['Ing', 'Drago', 'Profeta', 'Magda', 'Dr. Anna', 'H. C.', 'Med'])(
    'is not a title if it only begins like one: %s',
    async v => {
      expect(await outcomeOf('  firstName: v\n', v)).toMatchObject({ reported: [], sent: { firstName: v } });
    },
  );
});
