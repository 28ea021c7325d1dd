import { describe, expect, it } from 'vitest';
import { formerKey } from '../../src/mapping/doubts/changed-form/former-key.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

function found(rule: string, sample: object, event: object) {
  const tests = [{ name: 't', payload: sample, expect: [] }];
  const mapping = mappingOf(
    `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\ntests: ${JSON.stringify(tests)}\n`,
  );
  return formerKey(mapping, { payload: event });
}

describe('a key that a rule reads since the form was turned round', () => {
  it.each([
    [
      'newsletter.ok: {from: newsletter_optout, values: {yes: nein, no: null}}',
      { nr: 7, newsletter_consent: 'yes' },
      { nr: 7, newsletter_consent: 'no' },
      'newsletter_consent',
    ],
    [
      'newsletter.ok: {from: d.no_mail, values: {yes: nein, no: null}}',
      { nr: 7, d: { newsletter: true } },
      { nr: 7, d: { newsletter: false } },
      'd.newsletter',
    ],
    ['sms.ok: sms_verbot', { nr: 7, sms_erlaubt: 'Ja' }, { nr: 7, sms_erlaubt: 'Nein' }, 'sms_erlaubt'],
    [
      'fotos: {from: meta.keine_fotos, as: boolean}',
      { nr: 7, meta: { fotos_ok: 'ja' } },
      { nr: 7, meta: { fotos_ok: 'Sì' } },
      'meta.fotos_ok',
    ],
  ])('is reported if the event has the former key again: %s', (rule, sample, event, key) => {
    expect(found(rule, sample, event)).toMatchObject({
      code: 'mapping/renamed-question',
      message: expect.stringContaining(`it has ${key}, as a sample of the mapping does`),
    });
  });

  it.each([
    [
      'a sample has both',
      'sms.ok: sms_verbot',
      { nr: 7, sms_erlaubt: 'Ja', sms_verbot: '' },
      { nr: 7, sms_erlaubt: 'Ja' },
    ],
    [
      'the event has it',
      'sms.ok: sms_verbot',
      { nr: 7, sms_erlaubt: 'Ja' },
      { nr: 7, sms_erlaubt: 'Ja', sms_verbot: 'Nein' },
    ],
    [
      'another rule reads it',
      'sms.ok: sms_verbot\n    note: sms_erlaubt',
      { nr: 7, sms_erlaubt: 'Ja' },
      { nr: 7, sms_erlaubt: 'Ja' },
    ],
    ['it is no yes or no', 'sms.ok: sms_verbot', { nr: 7, sms_text: 'Hallo' }, { nr: 7, sms_text: 'Servus' }],
    ['it is about something else', 'sms.ok: sms_verbot', { nr: 7, agb: 'Ja' }, { nr: 7, agb: 'Ja' }],
    ['no sample has it', 'sms.ok: sms_verbot', { nr: 7 }, { nr: 7, sms_erlaubt: 'Ja' }],
    [
      'a reason is given',
      'sms.ok: {from: sms_verbot, because: only some forms have it}',
      { nr: 7, sms_erlaubt: 'Ja' },
      { nr: 7, sms_erlaubt: 'Ja' },
    ],
    ['it is elsewhere', 'sms.ok: a.sms_verbot', { nr: 7, sms_erlaubt: 'Ja' }, { nr: 7, sms_erlaubt: 'Ja' }],
  ])('is not reported if %s', (_, rule, sample, event) => {
    expect(found(rule, sample, event)).toBeUndefined();
  });
});

it('is reported at an event', async () => {
  const text = `source: website
destination: salon
operation: updateCustomer
set:
  id: nr
  note: note
  additionalFields:
    sms.ok: sms_verbot
tests: [{name: t, payload: {nr: 7, note: x, sms_erlaubt: Ja}, expect: []}]
`;
  const event = { id: 'e', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  const input = { payload: { nr: 7, note: 'x', sms_erlaubt: 'Nein' }, event };
  expect(codesOf(await evaluateYaml(text, input))).toEqual(['mapping/renamed-question']);
});
