import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { renamedPath } from '../../src/mapping/doubts/changed-form/renamed-path.ts';
import { isNameOfData } from '../../src/mapping/doubts/changed-form/sample-roots.ts';
import { mappingOf } from './evaluate-yaml.ts';

/** Returns the warning about an event for a mapping with this rule and these samples. */
function found(rule: string, samples: readonly unknown[], event: unknown, when = ''): Diagnostic | undefined {
  const tests = samples.map((payload, at) => ({ name: `t${at}`, payload, expect: [] }));
  const mapping = mappingOf(
    `source: website\ndestination: salon\n${when}operation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    ${rule}\ntests: ${JSON.stringify(tests)}\n`,
  );
  return renamedPath(mapping, { payload: event, headers: {} });
}

const merges = { EMAIL: 'a@example.com', FNAME: 'Anna', SMS: 'Ja' };
const { SMS: _, ...withoutSms } = merges;
const mailchimp = (each: object) => ({
  nr: 7,
  type: 'profile',
  data: { email: 'a@example.com', merges: each },
});
const jotform = (each: object) => ({
  nr: 7,
  rawRequest: { slug: 'submit', q3_name: 'Anna', q4_mail: 'a@x.de', ...each },
});
const gravity = (each: object) => ({ nr: 7, '1': 'Anna', '2': 'a@example.com', ...each });
const meta = (...entries: readonly (readonly [string, unknown])[]) => ({
  nr: 7,
  status: 'processing',
  meta_data: [['_wc_x', '1'] as const, ['vat', 'no'] as const, ...entries].map(([key, value], id) => ({
    id,
    key,
    value,
  })),
});

const wrong: readonly (readonly [string, string, unknown, unknown])[] = [
  [
    'Brevo sends only what was changed',
    'news: {from: NEWSLETTER, as: boolean}',
    { nr: 7, NEWSLETTER: 'ja', WO: 'x', SMS: 'nein' },
    { nr: 7, NEWSLETTER_ABGEMELDET: 'ja' },
  ],
  [
    'Brevo sends only what was changed',
    'news: {from: c.NEWSLETTER, as: boolean}',
    { nr: 7, c: { NR: 7, NEWSLETTER: 'ja', WO: 'x', SMS: 'nein' } },
    { nr: 7, c: { NR: 7, KEIN_NEWSLETTER: 'ja' } },
  ],
  ['Mailchimp', 'sms: data.merges.SMS', mailchimp(merges), mailchimp({ ...withoutSms, SMS_OK: 'Ja' })],
  ['Mailchimp', 'sms: data.merges.SMS', mailchimp(merges), mailchimp({ ...withoutSms, TEXTS: 'Nein' })],
  [
    'Mailchimp',
    'sms: {from: data.merges.SMS, as: boolean}',
    mailchimp(merges),
    mailchimp({ ...withoutSms, TEXTS: 'yes' }),
  ],
  ['Mailchimp', 'sms: data.merges.SMS = "Ja"', mailchimp(merges), mailchimp({ ...withoutSms, TEXTS: 'Ja' })],
  [
    'Jotform',
    'news: rawRequest.q11_newsletter',
    jotform({ q11_newsletter: 'Ja' }),
    jotform({ q14_angebote: 'Ja' }),
  ],
  [
    'Jotform',
    'news: rawRequest.q11_newsletter',
    jotform({ q11_newsletter: 'Ja' }),
    jotform({ q11_input11: 'Nein' }),
  ],
  ['Jotform', 'pain: rawRequest.q12_schmerz', jotform({ q12_schmerz: '7' }), jotform({ q13_wieStark: '4' })],
  [
    'Jotform',
    'phone: rawRequest.q5_tel.full',
    jotform({ q5_tel: { full: '+491701234567' } }),
    jotform({ q6_handy: { full: '+491707654321' } }),
  ],
  ['Gravity Forms', 'news: \'$."8.1"\'', gravity({ '8.1': 'Ja' }), gravity({ '12.1': 'Ja' })],
  ['Gravity Forms', 'news: "`8`"', gravity({ '8': 'Ja' }), gravity({ '9': 'Nein' })],
  [
    'WPForms',
    'sms: fields.sms_erlaubt',
    { nr: 7, fields: { name: 'A', mail: 'b', sms_erlaubt: 'Ja' } },
    { nr: 7, fields: { name: 'A', mail: 'b', text_ok: 'Ja' } },
  ],
  [
    'Webflow',
    'news: \'payload.data."Newsletter abonnieren"\'',
    { nr: 7, payload: { data: { Name: 'A', Mail: 'b', 'Newsletter abonnieren': 'true' } } },
    { nr: 7, payload: { data: { Name: 'C', Mail: 'd', 'Kein Newsletter bitte': 'true' } } },
  ],
  ['WooCommerce', `sms: 'meta_data[key="sms"].value'`, meta(['sms', 'yes']), meta(['sms_opt_in', 'yes'])],
  ['WooCommerce', `sms: "meta_data[key='sms'].value"`, meta(['sms', '1']), meta(['handy_ok', '1'])],
  ['WooCommerce', `sms: 'meta_data[key = "sms"].value = "yes"'`, meta(['sms', 'yes']), meta(['texts', 'no'])],
  [
    'a list of fields',
    `a: 'fields[name="alter"].wert'`,
    {
      nr: 7,
      fields: [
        { name: 'ort', wert: 'Bonn' },
        { name: 'alter', wert: 30 },
      ],
    },
    {
      nr: 7,
      fields: [
        { name: 'ort', wert: 'Köln' },
        { name: 'jahre', wert: 41 },
      ],
    },
  ],
  [
    'a date',
    'd: form.geboren',
    { nr: 7, form: { name: 'A', geboren: '1990-03-01' } },
    { nr: 7, form: { name: 'B', geburtsdatum: '1980-01-02' } },
  ],
  [
    'a text',
    'd: form.allergien',
    { nr: 7, form: { name: 'A', ort: 'Bonn', allergien: 'Nüsse' } },
    { nr: 7, form: { name: 'B', ort: 'Köln', unvertraeglich: 'Milch' } },
  ],
  [
    'the root',
    'd: allergien',
    { nr: 7, name: 'A', allergien: 'Nüsse' },
    { nr: 8, name: 'B', allergies: 'Milch' },
  ],
  [
    'other letters',
    'd: форма.аллергия',
    { nr: 7, форма: { имя: 'A', аллергия: 'орех' } },
    { nr: 8, форма: { имя: 'B', непереносимость: 'молоко' } },
  ],
  [
    'the only key',
    'sms: prefs.sms',
    { nr: 7, prefs: { sms: 'Ja' } },
    { nr: 7, prefs: { 'sms-opt-in': 'Ja' } },
  ],
  [
    'JSON in a text',
    'a: rawRequest.q2',
    { nr: 7, rawRequest: '{"q1":"A","q2":"Ja"}' },
    { nr: 7, rawRequest: { q1: 'B', q9: 'Ja' } },
  ],
  [
    'one of several events',
    'a: props.sms',
    [
      { nr: 7, props: { name: 'A', sms: 'Ja' } },
      { nr: 8, props: { name: 'B', sms: 'Ja' } },
    ],
    { nr: 9, props: { name: 'C', texts: 'Ja' } },
  ],
];

const right: readonly (readonly [string, string, readonly unknown[], unknown])[] = [
  ['the same keys', 'sms: data.merges.SMS', [mailchimp(merges)], mailchimp({ ...merges, SMS: 'Nein' })],
  ['a further key', 'sms: data.merges.SMS', [mailchimp(merges)], mailchimp({ ...merges, TEXTS: 'Ja' })],
  [
    'an empty value',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    mailchimp({ ...merges, SMS: '', TEXTS: 'Ja' }),
  ],
  ['no new key', 'sms: data.merges.SMS', [mailchimp(merges)], mailchimp(withoutSms)],
  [
    'a new key without a value',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    mailchimp({ ...withoutSms, TEXTS: '' }),
  ],
  [
    'a value of another kind',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    mailchimp({ ...withoutSms, TAG: 'Montag' }),
  ],
  [
    'a date',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    mailchimp({ ...withoutSms, BIRTHDAY: '1990-03-01' }),
  ],
  ['a number', 'sms: data.merges.SMS', [mailchimp(merges)], mailchimp({ ...withoutSms, VISITS: 5 })],
  [
    'an object',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    mailchimp({ ...withoutSms, ADDRESS: { city: 'Bonn' } }),
  ],
  [
    'the object is missing',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    { nr: 7, data: { email: 'a', consent: 'Ja' } },
  ],
  [
    'another event',
    'sms: data.merges.SMS',
    [mailchimp(merges)],
    { nr: 7, type: 'unsubscribe', data: { reason: 'Ja' } },
  ],
  [
    'few of the other keys',
    'sms: form.sms',
    [{ nr: 7, form: { a: 'x', b: 'y', c: 'z', sms: 'Ja' } }],
    { nr: 7, form: { a: 'x', vip: 'Ja' } },
  ],
  [
    'an optional answer',
    'sms: data.merges.SMS',
    [mailchimp(merges), mailchimp(withoutSms)],
    mailchimp({ ...withoutSms, TEXTS: 'Ja' }),
  ],
  [
    'a key of another sample',
    'sms: data.merges.SMS',
    [mailchimp(merges), mailchimp({ ...merges, TEXTS: 'Ja' })],
    mailchimp({ ...withoutSms, TEXTS: 'Ja' }),
  ],
  [
    'a key that the mapping reads',
    'sms: "data.merges.SMS ? data.merges.SMS : data.merges.TEXTS"',
    [mailchimp(merges)],
    mailchimp({ ...withoutSms, TEXTS: 'Ja' }),
  ],
  [
    'another path has the value',
    'a: "form.a ? form.a : form.b"',
    [{ nr: 7, form: { c: 'x', a: 'Ja', b: 'Ja' } }],
    { nr: 7, form: { c: 'x', b: 'Ja', d: 'Ja' } },
  ],
  [
    'ids as keys',
    'a: form.note',
    [{ nr: 7, form: { c: 'x', note: 'A' } }],
    { nr: 7, form: { c: 'x', '8f14e45fceea167a': 'B' } },
  ],
  [
    'times as keys',
    'a: form.note',
    [{ nr: 7, form: { c: 'x', note: 'A' } }],
    { nr: 7, form: { c: 'x', '2026-03-01T10:00': 'B' } },
  ],
  [
    'keys of programs',
    'a: form.note',
    [{ nr: 7, form: { c: 'x', note: 'A' } }],
    { nr: 7, form: { c: 'x', utm_source: 'B', page_url: 'C', submissionId: 'D' } },
  ],
  [
    'no sample has it',
    'a: form.note',
    [{ nr: 7, form: { c: 'x' } }],
    { nr: 7, form: { c: 'x', remark: 'B' } },
  ],
  ['no sample', 'a: form.note', [], { nr: 7, form: { c: 'x', remark: 'B' } }],
  [
    'an entry that is there',
    `sms: 'meta_data[key="sms"].value'`,
    [meta(['sms', 'yes'])],
    meta(['sms', 'no'], ['texts', 'yes']),
  ],
  [
    'an entry of another kind',
    `sms: 'meta_data[key="sms"].value'`,
    [meta(['sms', 'yes'])],
    meta(['color', 'blue']),
  ],
  ['no entries', `sms: 'meta_data[key="sms"].value'`, [meta(['sms', 'yes'])], { nr: 7, meta_data: [] }],
  [
    'an entry that a sample lacks',
    `sms: 'meta_data[key="sms"].value'`,
    [meta(['sms', 'yes']), meta()],
    meta(['texts', 'yes']),
  ],
  [
    'an e-mail address for a text',
    'sms: {from: form.sms, as: boolean}',
    [{ nr: 7, form: { c: 'x', sms: '' } }],
    { nr: 7, form: { c: 'x', mail: 'a@example.com' } },
  ],
  [
    'another version of the payload',
    'a: meta.entity',
    [{ nr: 7, meta: { v: '2', entity: 'person', user: 'A', host: 'x', a: '1' } }],
    { nr: 7, meta: { v: '1', object: 'person', host: 'x', a: '1', company: 'B', name: 'C', city: 'D' } },
  ],
  [
    'another type of event',
    'a: form.note',
    [{ nr: 7, event: 'contact.created', form: { c: 'x', note: 'A' } }],
    { nr: 7, event: 'order.created', form: { c: 'x', item: 'A' } },
  ],
  [
    'texts among others',
    'a: form.note',
    [{ nr: 7, form: { c: 'x', note: 'A' } }],
    { nr: 7, form: { c: 'x', street: 'A', town: 'B' } },
  ],
  [
    'changes of other properties',
    'sms: changes.sms',
    [{ nr: 7, changes: { sms: 'Ja' } }],
    { nr: 7, changes: { vip: 'Ja' } },
  ],
];

describe('a key that an event has under another name', () => {
  it.each(wrong)('is reported: %s, %s', (_name, rule, sample, event) => {
    expect(found(rule, [sample], event)?.code).toBe('mapping/renamed-question');
    // The event as a test makes it known.
    expect(found(rule, [sample, event], event)).toBeUndefined();
    expect(found(rule, [sample], Array.isArray(sample) ? sample[0] : sample)).toBeUndefined();
  });

  it.each(wrong)('has a path in its hint, which finds the value: %s, %s', (_name, rule, sample, event) => {
    const { hint = '' } = found(rule, [sample], event) ?? {};
    const [, now = '', before = ''] = /write (.*) in place of (.*), and renew/.exec(hint) ?? [];
    const plain = (text: string) => text.replaceAll(/["'`$ ]|^\./g, '');
    expect(plain(rule).replace(':.', ':')).toContain(plain(before));
    const written = now.startsWith("'") ? now : JSON.stringify(now);
    expect(found(`a: ${written}`, [event], event)).toBeUndefined();
    // The same event without the new value shows that the new path is read.
    const former = Array.isArray(sample) ? sample[0] : sample;
    expect(found(`a: ${written}`, [event], former)?.path ?? JSON.stringify(former)).toMatch(
      /additionalFields.a|rawRequest":"/,
    );
  });

  it.each(right)('is not reported otherwise: %s', (_name, rule, samples, event) => {
    expect(found(rule, samples, event)?.message).toBeUndefined();
  });

  it('is reported for a condition, and with all new and missing keys', () => {
    const sample = { nr: 7, form: { name: 'A', sms: 'Ja', news: 'Ja' } };
    const event = { nr: 8, form: { name: 'B', text_ok: 'Ja', mail_ok: 'Nein' } };
    const rule = 'sms: form.sms\n    news: form.news';
    expect(found(rule, [sample], event)).toMatchObject({
      path: 'additionalFields.sms',
      message:
        'sms reads form.sms (and other rules form.news), which all samples of the mapping have and the event does not; at the same place, it has form.text_ok, form.mail_ok, which are new',
      hint: 'look which of them has the value, and write it in place of form.sms, and renew the sample; if not, keep the event as a test (fieldbridge capture)',
    });
    const one = { nr: 8, form: { name: 'B', sms: 'Ja', mail_ok: 'Nein' } };
    expect(found(rule, [sample], one)).toMatchObject({
      path: 'additionalFields.news',
      hint: 'if it is the same value, write form.mail_ok in place of form.news, and renew the sample; if not, keep the event as a test (fieldbridge capture)',
    });
    expect(found('a: nr', [sample], event, 'when: form.sms = "Ja" or true\n')?.path).toBe('when');
  });
});

it('counts only `when`, and no key that another mapping of the source knows', () => {
  const of = (key: string, form: object) =>
    mappingOf(
      `source: website\ndestination: salon\nwhen: form.${key} = "Ja"\noperation: updateCustomer\nset:\n  id: nr\n  note: form.note\ntests: ${JSON.stringify([{ name: 't', payload: { nr: 7, form }, expect: [] }])}\n`,
    );
  const sms = of('sms', { name: 'A', note: 'x', sms: 'Ja' });
  const input = { payload: { nr: 8, form: { name: 'B', vip: 'Nein', note: 'y' } }, headers: {} };
  expect(renamedPath(sms, input, { only: 'when', others: [sms] })).toMatchObject({ path: 'when' });
  const vip = of('vip', { name: 'A', note: 'x', vip: 'Ja' });
  expect(renamedPath(sms, input, { only: 'when', others: [sms, vip] })).toBeUndefined();
  const other = { payload: { nr: 8, form: { name: 'B', sms: 'Nein', remark: 'y' } }, headers: {} };
  expect(renamedPath(sms, other, { only: 'when', others: [sms] })).toBeUndefined();
  expect(renamedPath(sms, other)).toMatchObject({ path: 'note' });
});

it('tells the names of data from ids and the keys of programs', () => {
  for (const each of [
    'sms_ok',
    '8.1',
    '12',
    'q16_wieStark',
    'Newsletter abonnieren',
    'format',
    'covid',
    'SMS',
    'zertifikat',
  ])
    expect([each, isNameOfData(each)]).toEqual([each, true]);
  for (const each of [
    '8f14e45fceea167a',
    '1767225600',
    'updated_at',
    'utm_source',
    'contactId',
    '_wpnonce',
    'a@b.de',
  ])
    expect([each, isNameOfData(each)]).toEqual([each, false]);
});
